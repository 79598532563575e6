import { json } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/**
 * For a liveness probe: this process answers. It asks neither database nor cluster, since a restart mends neither, and
 * would only take away the page that says so.
 */
export function GET(): Response {
  return json({ isLive: true }, 200);
}
