import { lastLinesQuery } from "@/lib/contracts/contention";
import { readRoute } from "@/lib/server/route";
import { getLastLines } from "@/lib/usecases/get-last-lines";

export const dynamic = "force-dynamic";

export const GET = readRoute({
  name: "/api/contention/last-lines",
  query: lastLinesQuery,
  run: getLastLines,
});
