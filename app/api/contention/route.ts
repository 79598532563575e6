import { contentionQuery } from "@/lib/contracts/contention";
import { readRoute } from "@/lib/server/route";
import { getContentionPage } from "@/lib/usecases/get-contention";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/contention", query: contentionQuery, run: getContentionPage });
