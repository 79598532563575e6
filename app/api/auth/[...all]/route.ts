import { answerSignIn } from "@/lib/server/sign-in-door";

export const dynamic = "force-dynamic";

export const GET = answerSignIn;
export const POST = answerSignIn;
