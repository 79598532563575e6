import { isReady } from "@/lib/server/health";
import { json } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/**
 * For a readiness probe: the database answers, and the process was not told to stop. A cluster that is away takes no
 * page from anybody: a student goes on seeing the countdown.
 */
export async function GET(): Promise<Response> {
  const ready = await isReady();
  return json({ isReady: ready }, ready ? 200 : 503);
}
