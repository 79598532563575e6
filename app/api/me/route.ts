import { readRoute } from "@/lib/server/route";
import { getStudentView } from "@/lib/usecases/get-student-view";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/me", run: (context, actor) => getStudentView(context, actor) });
