import { readRoute } from "@/lib/server/route";
import { getOverview } from "@/lib/usecases/get-overview";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/overview", run: (context, actor) => getOverview(context, actor) });
