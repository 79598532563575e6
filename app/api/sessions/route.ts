import { sessionListQuery } from "@/lib/contracts/sessions";
import { readRoute } from "@/lib/server/route";
import { listSessions } from "@/lib/usecases/list-sessions";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/sessions", query: sessionListQuery, run: listSessions });
