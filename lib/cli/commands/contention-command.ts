import { statSync } from "node:fs";
import { type ReportLogs, reportMarkdown } from "@/components/contention/report-markdown";
import { CSV_TABLES, csvTable, type CsvTable } from "@/components/contention/report-tables";
import { toCsv } from "@/lib/client/csv";
import { contentionFromFiles, isKubernetes } from "@/lib/cluster/contention-from-files";
import { type ContentionQuery, contentionQuery, MOST_MINUTES } from "@/lib/contracts/contention";
import { ok, type Result } from "@/lib/contracts/result";
import { worstRestarted } from "@/lib/domain/contention/last-lines";
import { analyse, type ContentionReport } from "@/lib/domain/contention/report";
import { withLastLines } from "@/lib/domain/contention/report-logs";
import { rolloutsOf } from "@/lib/domain/contention/scope";
import { getContention } from "@/lib/usecases/get-contention";
import { getLastLines } from "@/lib/usecases/get-last-lines";
import { choiceOf } from "@/lib/usecases/steps/contention-look";
import {
  CLI_ACTOR,
  type CommandArgs,
  defineCommand,
  noPositionals,
  type Printed,
  UsageError,
} from "../command";
import { CONTENTION_WORDS } from "../contention-words";
import { readDocuments } from "../read-documents";

interface Request {
  readonly query: ContentionQuery;
  readonly files: readonly string[];
  /** Print this table as CSV; null: the whole report as Markdown. */
  readonly table: CsvTable | null;
}

const UNIT_MINUTES = { m: 1, h: 60, d: 1440 } as const;

export const contentionCommand = defineCommand<Request>({
  name: "contention",
  summary: "Says where pods were placed, which restarted, and why, as Markdown.",
  usage:
    "[--namespace N]... [--selector S] [--since 1h] [--rollout ID] [--labs] [--from FILE.json]... [--csv nodes|pods|restarts] [--json]",
  details: [
    "Without a choice: the latest rollout that is found, else the pods of the last hour. --since goes by when a pod",
    "was created, in whole minutes, hours or days (m, h, d), at most 7d.",
    "--from takes what `kubectl get … -A -o json` wrote (nodes, pods, events, replicasets, deployments, hpa, vpa, and of",
    "kube-system the ConfigMap cluster-autoscaler-status), and needs neither a database nor a cluster. Ages are told",
    "against the newest of the files.",
  ],
  options: {
    namespace: { type: "string", multiple: true },
    selector: { type: "string" },
    since: { type: "string" },
    rollout: { type: "string" },
    labs: { type: "boolean" },
    from: { type: "string", multiple: true },
    csv: { type: "string" },
  },
  read(args) {
    noPositionals(args);
    return { query: queryOf(args), files: args.texts("from"), table: tableOf(args.text("csv")) };
  },
  runLocal: ({ query, files, table }) =>
    files.length === 0 ? null : () => ok(printed(fromFiles(query, files), "from-files", table)),
  async run(context, { query, table }): Promise<Result<Printed>> {
    const answer = await getContention(context, CLI_ACTOR, query);
    if (!answer.ok) return answer;
    const { report } = answer.value;
    const logs = await getLastLines(context, CLI_ACTOR, { of: worstRestarted(report.restarts) });
    if (!logs.ok) return logs;
    return ok(printed(withLastLines(report, logs.value.items), logs.value.items, table));
  },
});

function queryOf(args: CommandArgs): ContentionQuery {
  const namespaces = args.texts("namespace");
  const since = args.text("since");
  const given = {
    ...(namespaces.length === 0 ? {} : { namespaces: namespaces.join(",") }),
    selector: args.text("selector"),
    rollout: args.text("rollout"),
    ...(since === undefined ? {} : { sinceMinutes: String(minutesOf(since)) }),
    ...(args.flag("labs") ? { only: "labs" } : {}),
  };
  const read = contentionQuery.safeParse(given);
  if (read.success) return read.data;
  const [field = ""] = read.error.issues[0]?.path ?? [];
  throw new UsageError(RULES[String(field)] ?? `--${String(field)} cannot be read.`);
}

/** What an option must be, by the field of the query that it fills in. */
const RULES: Readonly<Record<string, string>> = {
  namespaces:
    "--namespace is a name as kubectl has it: small letters, digits and hyphens, at most 63 of them, and at most 50 names.",
  selector: "--selector has at most 1000 characters.",
  sinceMinutes: `--since is from 1m to ${MOST_MINUTES / UNIT_MINUTES.d}d.`,
  rollout: "--rollout has at most 400 characters: take the ID from the report.",
};

function tableOf(name: string | undefined): CsvTable | null {
  if (name === undefined) return null;
  const table = CSV_TABLES.find((each) => each === name);
  if (!table) throw new UsageError(`--csv ${name} is no table: say ${CSV_TABLES.join(", ")}.`);
  return table;
}

function minutesOf(since: string): number {
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(since) ?? [];
  if (unit === undefined) throw new UsageError(`--since ${since} is no time: say 30m, 1h or 2d.`);
  return Number(amount) * UNIT_MINUTES[unit as keyof typeof UNIT_MINUTES];
}

function fromFiles(query: ContentionQuery, files: readonly string[]): ContentionReport {
  const documents = files.flatMap((file) => documentsOf(file));
  const nowMs = newestMs(files);
  const world = contentionFromFiles(documents, nowMs);
  if (world.pod.state !== "known")
    throw new Error("None of the files has Pods: add what `kubectl get pods -A -o json` wrote.");
  const rollouts = rolloutsOf(world);
  return analyse(world, choiceOf(query, rollouts, nowMs), nowMs, rollouts);
}

/** What is no object of Kubernetes at all is refused with the file's name; a kind that is not needed is passed over. */
function documentsOf(file: string): readonly unknown[] {
  const documents = readDocuments(file);
  if (documents.every(isKubernetes)) return documents;
  throw new Error(`${file} has no kind: write it with \`kubectl get … -o json\`.`);
}

function newestMs(files: readonly string[]): number {
  return Math.round(Math.max(...files.map((file) => statSync(file).mtimeMs)));
}

/** A choice that cannot be followed is a failure: exit status 1. */
function printed(report: ContentionReport, lastLines: ReportLogs, table: CsvTable | null): Printed {
  const { problem } = report;
  const json = { ...report, lastLines };
  if (problem !== null) return { json, text: problemText(problem), isFailure: true };
  if (table === null) return { json, text: reportMarkdown(CONTENTION_WORDS, report, lastLines) };
  const { header, rows } = csvTable(CONTENTION_WORDS, report, table);
  return { json, text: toCsv(header, rows).trimEnd() };
}

function problemText(problem: NonNullable<ContentionReport["problem"]>): string {
  if (problem.code === "rollout-not-found") return CONTENTION_WORDS.say("problems.rollout-not-found");
  return CONTENTION_WORDS.say("problems.selector", { text: String(Object.values(problem.params)[0] ?? "") });
}
