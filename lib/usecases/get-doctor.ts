import type { DoctorAnswer } from "@/lib/contracts/doctor";
import { ok, refuse, type Result } from "@/lib/contracts/result";
import { databaseNow, databaseVersion } from "@/lib/db/database";
import { LOOPBACK_NAMES } from "@/lib/domain/client-address";
import { doctorLine, type DoctorLine, judgeAppUrl, judgeClocks, judgeDatabase } from "@/lib/domain/doctor";
import { may } from "@/lib/domain/permissions";
import type { Actor } from "@/lib/domain/person";
import type { Context } from "./context";
import { checkCaller, diagnoseCluster } from "./steps/diagnose-cluster";
import { diagnosePasses } from "./steps/diagnose-passes";

/** What this installation lacks, and what to do about it: every line is looked at now, and changes nothing. */
export async function getDoctor(context: Context, actor: Actor): Promise<Result<DoctorAnswer>> {
  if (!may(actor, "doctor.see")) return refuse("forbidden");
  const database = await checkDatabase(context);
  const [migrations, passes, caller, cluster] = await Promise.all([
    checkMigrations(context),
    diagnosePasses(context, database.nowMs),
    checkCaller(context, database.nowMs),
    diagnoseCluster(context, database.nowMs),
  ]);
  const lines = [...database.lines, migrations, ...passes, caller, ...checkConfig(context), ...cluster];
  return ok({ lines, serverNowMs: database.nowMs });
}

async function checkDatabase({ db }: Context): Promise<{ lines: DoctorLine[]; nowMs: number }> {
  const askedMs = Date.now();
  try {
    const nowMs = await databaseNow(db.at);
    // The answer tells a moment between asking and now: the middle of the two is compared.
    const aheadMs = nowMs - (askedMs + Date.now()) / 2;
    return { lines: [judgeDatabase(await databaseVersion(db.at)), judgeClocks(aheadMs)], nowMs };
  } catch {
    return { lines: [doctorLine("database-silent")], nowMs: askedMs };
  }
}

async function checkMigrations({ db }: Context): Promise<DoctorLine> {
  try {
    const names = await db.missingMigrations();
    return names.length === 0
      ? doctorLine("migrations-applied")
      : doctorLine("migrations-missing", { names: names.join(", ") });
  } catch {
    return doctorLine("migrations-unmeasured");
  }
}

function checkConfig({ config }: Context): DoctorLine[] {
  const { hasToken, hasServiceAccount } = config.reapKeys;
  return [
    doctorLine(hasToken || hasServiceAccount ? "reap-key-set" : "reap-key-missing"),
    judgeAppUrl(config.appUrl, LOOPBACK_NAMES.includes(new URL(config.appUrl).hostname)),
  ];
}
