import { fitQuery } from "@/lib/contracts/capacity";
import { readRoute } from "@/lib/server/route";
import { getLabFit } from "@/lib/usecases/get-lab-fit";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/capacity/fit", query: fitQuery, run: getLabFit });
