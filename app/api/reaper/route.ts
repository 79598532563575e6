import { readRoute } from "@/lib/server/route";
import { getReaper } from "@/lib/usecases/get-reaper";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/reaper", run: (context, actor) => getReaper(context, actor) });
