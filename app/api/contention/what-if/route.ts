import { contentionWhatIfQuery } from "@/lib/contracts/contention";
import { readRoute } from "@/lib/server/route";
import { getContentionWhatIf } from "@/lib/usecases/get-contention-what-if";

export const dynamic = "force-dynamic";

export const GET = readRoute({
  name: "/api/contention/what-if",
  query: contentionWhatIfQuery,
  run: getContentionWhatIf,
});
