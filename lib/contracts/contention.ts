import { z } from "zod";
import { type ContainerLines, MOST_LOGS } from "@/lib/domain/contention/last-lines";
import type { ContentionReport, UntimedReport } from "@/lib/domain/contention/report";
import type { TimelineView } from "@/lib/domain/contention/timeline-view";
import type { CaseProblem } from "@/lib/domain/contention/what-if/case-of-world";
import type { Outlook } from "@/lib/domain/contention/what-if/outlook";
import type { BackOffRule, BootWork } from "@/lib/domain/contention/what-if/case";
import { queryNumber, queryWhole } from "./query-number";
import type { Answer } from "./result";

const whole = (min: number, max: number) => queryWhole(min, max).optional();
const amount = (min: number, max: number) => queryNumber(min, max).optional();
const NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;
const name = (most: number) => z.string().max(most).regex(NAME);

export const MOST_MINUTES = 7 * 24 * 60;
/** Later there is no Date. */
const LAST_MS = 8_640_000_000_000_000;

/** GET /api/contention. Without a choice: the latest rollout that was found, else all pods of the last hour. */
export const contentionQuery = z.object({
  /** Names, separated by commas. */
  namespaces: z
    .string()
    .max(4000)
    .transform((text) =>
      text
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(name(63)).max(50))
    .optional(),
  selector: z.string().max(1000).optional(),
  /** Pods created in the last so many minutes; not looked at where one of the two times below is given. */
  sinceMinutes: whole(1, MOST_MINUTES),
  /** Pods created between two moments, epoch milliseconds, both included; one of them alone leaves the other open. */
  fromMs: whole(0, LAST_MS),
  toMs: whole(0, LAST_MS),
  rollout: z.string().min(1).max(400).optional(),
  only: z.enum(["all", "labs"]).optional(),
});
export type ContentionQuery = z.infer<typeof contentionQuery>;

export interface ContentionAnswer<Report extends UntimedReport = PageReport> extends Answer {
  /** When the cluster was looked at, by the database's clock. */
  readonly asOfMs: number;
  /** Pods cannot be read any more: the report is of an earlier look. */
  readonly isStale: boolean;
  /** Those that hold a pod, by name; null: pods could not be read. */
  readonly namespaces: readonly string[] | null;
  readonly report: Report;
  /** Whether who asks may see logs. */
  readonly maySeeLogs: boolean;
  /** Kinds that could not be read, with an error class. */
  readonly unread: readonly { readonly kind: ContentionKind; readonly error: string }[];
}
/** An analysis as a page draws it. The marks one by one would be a third of all that is sent. */
export interface PageReport extends UntimedReport {
  /** null: nothing is known of when. */
  readonly timeline: TimelineView | null;
}
export const CONTENTION_KINDS = [
  ...["node", "pod", "event", "replicaSet", "deployment", "nodeUsage", "podUsage"],
  ...["horizontalAutoscaler", "verticalAutoscaler", "clusterAutoscaler"],
] as const satisfies readonly string[];
export type ContentionKind = keyof ContentionReport["knowledge"];

/** GET /api/contention/last-lines: containers as namespace/pod/container, separated by commas. */
export const lastLinesQuery = z.object({
  of: z
    .string()
    .max(3000)
    .transform((text) =>
      text.split(",").map((each) => {
        const [namespace = "", pod = "", container = "", ...more] = each.split("/");
        return { namespace, pod, container: [container, ...more].join("/") };
      }),
    )
    .pipe(z.array(z.object({ namespace: name(63), pod: name(253), container: name(63) })).max(MOST_LOGS)),
});
export type LastLinesQuery = z.infer<typeof lastLinesQuery>;
export interface LastLinesAnswer extends Answer {
  readonly items: readonly ContainerLines[];
}

/** GET /api/contention/what-if: the same choice, and what would be otherwise. */
export const contentionWhatIfQuery = contentionQuery.extend({
  requestMilli: whole(1, 64_000),
  limitCores: amount(0.01, 256),
  maxSkew: whole(1, 1000),
  waveSize: whole(1, 1000),
  startupSeconds: whole(1, 3600),
  nodeFactor: amount(0.25, 16),
  /** How much work a start is taken to be. */
  bootCoreSeconds: amount(0.1, 10_000),
});
export type ContentionWhatIfQuery = z.infer<typeof contentionWhatIfQuery>;

export interface ContentionWhatIfAnswer extends Answer {
  readonly boot: BootWork;
  readonly backOff: BackOffRule;
  readonly pods: number;
  readonly outlook: { readonly before: Outlook; readonly after: Outlook } | { readonly problem: CaseProblem };
}
