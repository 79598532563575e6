import { auditQuery } from "@/lib/contracts/status";
import { readRoute } from "@/lib/server/route";
import { listAudit } from "@/lib/usecases/list-audit";

export const dynamic = "force-dynamic";

export const GET = readRoute({ name: "/api/audit", query: auditQuery, run: listAudit });
