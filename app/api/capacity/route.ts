import { capacityQuery } from "@/lib/contracts/capacity";
import { readRoute } from "@/lib/server/route";
import { getCapacity } from "@/lib/usecases/get-capacity";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/capacity", query: capacityQuery, run: getCapacity });
