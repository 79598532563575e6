import { readRoute } from "@/lib/server/route";
import { getDoctor } from "@/lib/usecases/get-doctor";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/doctor", run: (context, actor) => getDoctor(context, actor) });
