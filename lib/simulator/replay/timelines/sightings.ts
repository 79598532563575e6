/** What was seen of an object at a moment; what is left out was not looked at, or is as it was. */
export interface Sighting {
  /** Seconds since the recording began. */
  readonly t: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** As the recordings call them: jobs, vms, vmis, pods, secrets, services, netpols, pvcs, dvs. */
  readonly kind: string;
  readonly name: string;
  readonly isDeleting?: boolean;
  /** A pod's, VMI's, claim's or DataVolume's phase, or a VM's printableStatus. */
  readonly phase?: string;
  readonly hasFailed?: boolean;
  /** `Kind/name` each. */
  readonly owners?: readonly string[];
  readonly isSuspended?: boolean;
}

/** A change that a timeline is about, at its time. */
export interface Milestone {
  readonly t: number;
  readonly text: string;
}

/** Closer in time than this, two changes of different objects come in either order: their controllers run side by side. */
const SIDE_BY_SIDE_SECONDS = 0.15;
/** What a VM is before its controllers have looked at it comes and goes with their order. */
const UNSETTLED = ["Stopped"];

/** The changes among sightings: made, owned by, phases, failed, suspended, being deleted, gone. */
export function milestonesOf(sightings: readonly Sighting[]): Milestone[] {
  const last = new Map<string, Sighting>();
  const times = new Map<string, number>();
  const numbered = (text: string) => {
    const nth = (times.get(text) ?? 0) + 1;
    times.set(text, nth);
    return nth === 1 ? text : `${text} (${nth})`;
  };
  return sightings.flatMap((sighting) => {
    const key = `${sighting.kind}/${sighting.name}`;
    const before = last.get(key);
    last.set(key, { ...before, ...sighting });
    return changesOf(before, sighting).map((change) => ({
      t: sighting.t,
      text: numbered(`${key} ${change}`),
    }));
  });
}

function changesOf(before: Sighting | undefined, now: Sighting): string[] {
  if (now.type === "DELETED") return ["is gone"];
  const isNew = (field: "isDeleting" | "hasFailed") => now[field] === true && before?.[field] !== true;
  const found: string[] = [];
  if (now.type === "ADDED") found.push(`is made, owned by ${ownersText(now)}`);
  // An object that was there before the recording began shows what it is, not what became of it.
  const isKnown = before !== undefined || now.type === "ADDED";
  if (isKnown && now.phase !== undefined && now.phase !== before?.phase && !UNSETTLED.includes(now.phase))
    found.push(`is ${now.phase}`);
  if (before?.owners !== undefined && now.owners !== undefined && ownersText(before) !== ownersText(now))
    found.push(`is owned by ${ownersText(now)}`);
  if (isNew("hasFailed")) found.push("has failed");
  if (isKnown && (before?.isSuspended ?? false) !== (now.isSuspended ?? before?.isSuspended ?? false))
    found.push(now.isSuspended ? "is suspended" : "is resumed");
  if (isNew("isDeleting")) found.push("is being deleted");
  return found;
}

function ownersText({ owners = [] }: Sighting): string {
  return owners.length === 0 ? "nobody" : [...owners].sort().join(" and ");
}

/** Where what came differs from what was recorded: what is missing, what is too much, what comes in another order. */
export function orderDifferences(recorded: readonly Milestone[], came: readonly Milestone[]): string[] {
  const textsOf = (list: readonly Milestone[]) => list.map(({ text }) => text);
  const [wanted, got] = [textsOf(recorded), textsOf(came)];
  const missing = wanted.filter((text) => !got.includes(text)).map((text) => `missing: ${text}`);
  const extra = got.filter((text) => !wanted.includes(text)).map((text) => `too much: ${text}`);
  if (missing.length + extra.length > 0) return [...missing, ...extra];
  const place = new Map(got.map((text, index) => [text, index]));
  return recorded.flatMap((first, index) =>
    recorded
      .slice(index + 1)
      .filter(({ t, text }) => t - first.t > allowance(first.text, text) && isBefore(place, text, first.text))
      .map(({ text }) => `recorded first: ${first.text}; came first: ${text}`),
  );
}

function allowance(first: string, second: string): number {
  const objectOf = (text: string) => text.split(" ")[0];
  return objectOf(first) === objectOf(second) ? 0 : SIDE_BY_SIDE_SECONDS;
}

function isBefore(place: ReadonlyMap<string, number>, text: string, other: string): boolean {
  return (place.get(text) ?? 0) < (place.get(other) ?? 0);
}
