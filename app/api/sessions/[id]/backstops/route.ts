import { sessionIdInput } from "@/lib/contracts/sessions";
import { readRoute } from "@/lib/server/route";
import { getSessionBackstops } from "@/lib/usecases/get-session-backstops";

export const dynamic = "force-dynamic";

export const GET = readRoute({
  name: "/api/sessions/[id]/backstops",
  query: sessionIdInput,
  run: getSessionBackstops,
});
