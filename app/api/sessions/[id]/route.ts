import { sessionIdInput } from "@/lib/contracts/sessions";
import { readRoute } from "@/lib/server/route";
import { getSession } from "@/lib/usecases/get-session";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/sessions/[id]", query: sessionIdInput, run: getSession });
