import { randomUUID } from "node:crypto";
import type { KubeObject } from "../objects";
import type { Draft } from "../world";
import { differences, normalise, partOf } from "./normalise";
import type { Recording } from "./recording";
import { setUpOf } from "./set-up";
import { openStage, type Answer, type Stage } from "./stage";

type Request = Recording["request"];

export interface Verdict {
  readonly name: string;
  /** Empty where the simulator answers as the real server did. */
  readonly differences: readonly string[];
}

/** Puts a cluster into the state that a recording needs, sends its request, and compares the answers. */
export async function replay(name: string, recordings: ReadonlyMap<string, Recording>): Promise<Verdict> {
  const recording = requireRecording(name, recordings);
  const { objects = [], after = [], then, rewrite, aliceRules, isPart = false } = setUpOf(name, recordings);
  const stage = await openStage(aliceRules);
  try {
    for (const object of objects) put(stage, object);
    const answers: Answer[] = [];
    for (const earlier of after) {
      const { request } = requireRecording(earlier, recordings);
      answers.push(await stage.send(continued(request, answers)));
    }
    then?.(stage.simulator);
    const request = continued(recording.request, answers);
    const answer = await stage.send(rewrite?.(request, stage.simulator) ?? request, linesOf(recording));
    return { name, differences: compare(recording, answer, isPart) };
  } catch (error) {
    return {
      name,
      differences: [`could not be replayed: ${error instanceof Error ? error.message : String(error)}`],
    };
  } finally {
    await stage.close();
  }
}

function requireRecording(name: string, recordings: ReadonlyMap<string, Recording>): Recording {
  const recording = recordings.get(name);
  if (!recording) throw new Error(`There is no recording ${name}.`);
  return recording;
}

function put({ simulator }: Stage, object: Draft): void {
  const { name = "", uid = randomUUID() } = object.metadata;
  const metadata = { ...object.metadata, name, uid, resourceVersion: "" };
  const stored = { ...object, metadata } as KubeObject;
  const known = simulator.cluster.store.byUid(uid);
  if (known) simulator.cluster.store.replace(stored);
  else simulator.cluster.store.insert(stored);
}

/** A token of the recorded server means nothing here: the page before has told this cluster's. */
function continued(request: Request, answers: readonly Answer[]): Request {
  const url = new URL(request.path, "http://localhost");
  const last = answers.at(-1);
  if (!url.searchParams.has("continue") || last === undefined) return request;
  const { metadata } = JSON.parse(last.text) as { metadata: { continue?: string } };
  url.searchParams.set("continue", metadata.continue ?? "");
  return { ...request, path: url.pathname + url.search };
}

/** A watch that the client left is left after as many lines; one that the server ended is read to its end. */
function linesOf({ response }: Recording): number | undefined {
  return response.ended === "client closed" ? response.events?.length : undefined;
}

function compare({ request, response }: Recording, answer: Answer, isPart: boolean): string[] {
  const found: string[] = [];
  const say = (what: string, recorded: unknown, came: unknown) => {
    if (recorded !== came) found.push(`${what}: recorded ${String(recorded)}, came ${String(came)}`);
  };
  say("status", response.status, answer.status);
  if (response.contentType !== null) say("Content-Type", response.contentType, answer.contentType);
  say("Warning", response.warning ?? null, answer.warning);
  say("Retry-After", response.retryAfter ?? null, answer.retryAfter);
  const body = response.events ?? response.body ?? "";
  const came = response.events
    ? parseLines(answer.text)
    : typeof body === "string"
      ? answer.text
      : parse(answer.text);
  const { generateName } = (request.body as { metadata?: { generateName?: string } } | null)?.metadata ?? {};
  const plain = (value: unknown) =>
    normalise(generateName === undefined ? value : unsuffixed(value, generateName));
  const wanted = plain(body);
  return [...found, ...differences(isPart ? partOf(wanted, plain(came)) : wanted, plain(came))];
}

/** A refusal names the object by its generated name. */
function unsuffixed(value: unknown, generateName: string): unknown {
  const escaped = generateName.replaceAll(".", "\\.");
  return JSON.parse(
    JSON.stringify(value).replaceAll(new RegExp(`${escaped}[a-z0-9]{5}`, "g"), `${generateName}xxxxx`),
  );
}

function parseLines(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(parse);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
