import { readRoute } from "@/lib/server/route";
import { getStatus } from "@/lib/usecases/get-status";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/status", run: (context, actor) => getStatus(context, actor) });
