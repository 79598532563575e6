import { answerMetrics } from "@/lib/server/metrics-door";

export const dynamic = "force-dynamic";

export const GET = answerMetrics;
