import { readRoute } from "@/lib/server/route";
import { listLabs } from "@/lib/usecases/list-labs";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/labs", run: (context, actor) => listLabs(context, actor) });
