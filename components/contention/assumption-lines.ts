import type { BackOffRule, BootWork } from "@/lib/domain/contention/what-if/case";
import { ASSUMPTIONS, STOP_SECONDS } from "@/lib/domain/contention/what-if/incident";
import type { ReportWords } from "./words";

/** What a what-if rests on, a sentence each. */
export function assumptionLines(words: ReportWords, boot: BootWork, backOff: BackOffRule): string[] {
  const params = {
    ...{ coreSeconds: boot.coreSeconds, spreadPercent: Math.round(boot.spread * 100) },
    ...{ cores: boot.parallelism, seconds: backOff.late, stopSeconds: STOP_SECONDS },
  };
  return ASSUMPTIONS.map((code) => words.say(`assumptions.${code}`, params));
}
