import type { EndReason, LabSession } from "./session";
import type { Seats } from "./seats";
import type { Knowledge, World, WorldKind } from "./world";
import type { Reason } from "./reason";

export const DIRECTIONS = ["settle", "expired", "orphan", "ghost", "leftover"] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** The directions that the brake can hold. */
export const BRAKED_DIRECTIONS = ["orphan", "ghost", "leftover"] as const;
export type BrakedDirection = (typeof BRAKED_DIRECTIONS)[number];

export interface ReapInput {
  readonly nowMs: number;
  /** Blocking and ending rows, ended rows without goneAt, and the rows of every session id seen in the world. */
  readonly rows: readonly LabSession[];
  readonly world: World;
  readonly policy: ReapPolicy;
  readonly history: ReapHistory;
}
export interface ReapPolicy {
  readonly environment: string;
  readonly installationId: string;
  readonly launchLimitMs: number;
  /** The brake's floor and share: 3 and 0.2. */
  readonly brakeFloor: number;
  readonly brakeShare: number;
  readonly heldGhostPasses: number;
  /** What keeps this pass from acting; null: nothing. See lib/domain/hold.ts for what each holds. */
  readonly hold: Hold | null;
}
/** `lease-unknown`: the cluster's pass number could not be read, so that an old database cannot be ruled out. */
export type Hold = "stopped" | "old-database" | "wrong-cluster" | "lease-unknown";
/** What the brake and the order of work need to know of the past. */
export interface ReapHistory {
  /** Distinct session labels acted on without a confirmation in the last hour, by direction. */
  readonly actsLastHour: Readonly<Record<BrakedDirection, number>>;
  /** Sessions that were live an hour ago. */
  readonly liveAnHourAgo: number;
  readonly confirmations: readonly Confirmation[];
}
/** An admin's "yes, these": good for 15 minutes. */
export interface Confirmation {
  readonly direction: BrakedDirection;
  /** Keys of plan items (ReapItem.key), which name ids and UIDs. */
  readonly keys: readonly string[];
  readonly expiresAtMs: number;
}

/** Plain values only: a plan can be stored, shown and compared. */
export interface ReapPlan {
  readonly items: readonly ReapItem[];
  readonly held: readonly HeldSet[];
  /** Found, but kept back by `policy.hold`, not by the brake. */
  readonly keptBack: readonly ReapItem[];
  readonly knowledge: Readonly<Record<WorldKind, Knowledge>>;
  readonly seats: Seats;
  /** Ids of live sessions whose deadline Job is missing, finishing or not among a machine's owners. */
  readonly unguarded: readonly string[];
  readonly degraded: readonly string[];
  /** What the rows should be told of their machines (uid, node, address, state), where it changed. */
  readonly sightings: readonly Sighting[];
  /** Directions (with their found items) that were not judged, and the kinds that were missing for it. */
  readonly unjudged: readonly { readonly direction: Direction; readonly kinds: readonly WorldKind[] }[];
  readonly foreign: readonly ForeignMachine[];
  readonly terminating: readonly TerminatingMachine[];
  readonly gone: readonly {
    readonly sessionId: string;
    readonly goneAtMs: number;
    readonly uncertaintyMs: number;
  }[];
}
export interface HeldSet {
  readonly direction: BrakedDirection;
  readonly found: number;
  readonly allowed: number;
  readonly items: readonly ReapItem[];
}

export type ReapItem = SettleItem | ExpiredItem | OrphanItem | GhostItem | LeftoverItem;
interface ItemBase {
  /** Stable within the world: direction, session id and UIDs. */
  readonly key: string;
  readonly sessionId: string | null;
  /** Failed tries so far: never-tried items go first. */
  readonly attempts: number;
  readonly isConfirmed: boolean;
}
export interface SettleItem extends ItemBase {
  readonly direction: "settle";
  readonly sessionId: string;
  readonly act:
    | { readonly to: "running"; readonly runningAtMs: number }
    | { readonly to: "ending"; readonly reason: Reason };
  readonly rowVersion: number;
}
export interface ExpiredItem extends ItemBase {
  readonly direction: "expired";
  readonly sessionId: string;
  /** claim: still live and expired; resume: already `ending`, delete again. */
  readonly act: "claim" | "resume";
  readonly endReason: EndReason;
  readonly rowVersion: number;
  /** Machines with this session's labels that its row does not name: deleted with it, by UID. */
  readonly strays: readonly PlannedObject[];
}
export interface OrphanItem extends ItemBase {
  readonly direction: "orphan";
  readonly object: PlannedObject;
}
export interface GhostItem extends ItemBase {
  readonly direction: "ghost";
  readonly sessionId: string;
  readonly rowVersion: number;
  readonly row: LabSession;
  /** Held for as many passes as allowed: failed without confirmation and not counted by the brake. */
  readonly isOverdue: boolean;
}
export interface LeftoverItem extends ItemBase {
  readonly direction: "leftover";
  readonly object: PlannedObject;
  /** The Job's Secrets, by name. */
  readonly secretNames: readonly string[];
  readonly hasRow: boolean;
}
export interface PlannedObject {
  readonly kind: "vm" | "vmi" | "pod" | "job" | "service" | "networkPolicy";
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}
export interface Sighting {
  readonly sessionId: string;
  readonly machines: LabSession["machines"];
  readonly isDegraded: boolean;
  readonly isUnguarded: boolean;
  /** VMI UIDs that replaced another within the session. */
  readonly recreated: readonly string[];
}
export interface ForeignMachine {
  readonly kind: "vm" | "vmi" | "pod";
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly environment: string | null;
  readonly installationId: string | null;
  readonly ageMs: number;
  readonly state: string;
  readonly takesSeat: boolean;
}
export interface TerminatingMachine {
  readonly kind: "vm" | "vmi" | "pod";
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly sessionId: string | null;
  readonly sinceMs: number;
  readonly ageMs: number;
  /** Older than 5 minutes. */
  readonly isStuck: boolean;
  readonly finalizers: readonly string[];
  readonly deadNode: string | null;
}
