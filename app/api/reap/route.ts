import { answerReap } from "@/lib/server/reap-door";

export const dynamic = "force-dynamic";

export const POST = answerReap;
