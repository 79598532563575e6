import { checkHealth } from "@/lib/server/health";
import { json } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/** Open to anybody, such as a probe: it says up or down, and nothing else. */
export async function GET(): Promise<Response> {
  const health = await checkHealth();
  return json(health, health.database.isOk && health.cluster.isOk ? 200 : 503);
}
