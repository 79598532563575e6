import { readRoute } from "@/lib/server/route";
import { listCourses } from "@/lib/usecases/list-courses";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/courses", run: (context, actor) => listCourses(context, actor) });
