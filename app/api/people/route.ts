import { readRoute } from "@/lib/server/route";
import { listPeople } from "@/lib/usecases/list-people";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/people", run: (context, actor) => listPeople(context, actor) });
