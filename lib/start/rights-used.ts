import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PERMISSIONS } from "@/lib/cluster/permissions";
import { rightNames } from "@/lib/cluster/test-rights";

/** What a run on somebody's cluster does not use, and why. On simulators of its own it uses all. */
const UNUSED_ELSEWHERE: readonly { readonly what: RegExp; readonly why: string }[] = [
  { what: /^watch /, why: "the proxy before other clusters carries no watch" },
  { what: /^delete kubevirt\.io\/virtualmachineinstances /, why: "needs a VMI that is left without its VM" },
  { what: /^get \/pods sessions$/, why: "needs a lab pod that a kubelet runs" },
  { what: /^delete \/services /, why: "needs a Service that is left when its Job is gone" },
  { what: /^\w+ (policies\.)?kyverno\.io\//, why: "nobody asks for them where Kyverno is not installed" },
  { what: /^list metrics\.k8s\.io\//, why: "nobody asks where no metrics server is installed" },
  { what: /^list autoscaling\.k8s\.io\//, why: "nobody asks where that autoscaler is not installed" },
  { what: /^get \/pods\/log /, why: "needs a container that a kubelet has ended" },
  { what: /^get batch\/cronjobs /, why: "the doctor's own; its tests have a simulator" },
  {
    what: /^create authentication\.k8s\.io\/tokenreviews /,
    why: "the reap route's; its tests have a simulator",
  },
  { what: /^update subresources\.kubevirt\.io\//, why: "needs a guest that was powered off from inside" },
];

/** The same where KubeVirt is not installed: there no case has a session, since those of pods need a kubelet. */
const NO_SESSION = /^((get|delete|patch) batch\/jobs|delete networking\.k8s\.io\/networkpolicies) sessions$/;

export interface Site {
  /** False: simulators of the run's own. */
  readonly isForeign: boolean;
  readonly hasKubevirt: boolean;
}

/** What the places of a run have left in the folder (lib/cluster/test-place.ts). */
export function readRightsUsed(folder: string): Set<string> {
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  return new Set(files.flatMap((text) => JSON.parse(text) as string[]));
}

/**
 * What is wrong with the table of permissions, going by what a whole run has asked for: a sentence for each right that
 * was used without being in it, and for each in it that nothing used. The Roles are tested to say the same as the table.
 * `notes` tell what could not be used on this cluster.
 */
export function judgeRights(used: ReadonlySet<string>, site: Site): { problems: string[]; notes: string[] } {
  const rows = PERMISSIONS.flatMap(rightNames);
  const unused = rows.filter((right) => !used.has(right));
  const problems = [...used]
    .filter((right) => !rows.includes(right))
    .map((each) => `used, and in no row: ${each}`);
  const notes: string[] = [];
  for (const right of unused) {
    const excuse = excuseOf(right, site);
    if (excuse === null) problems.push(`granted, and not used: ${right}`);
    else notes.push(`not used here: ${right}: ${excuse}`);
  }
  return { problems, notes };
}

function excuseOf(right: string, { isForeign, hasKubevirt }: Site): string | null {
  if (!isForeign) return null;
  if (!hasKubevirt && (/ \S*kubevirt\.io\//.test(right) || NO_SESSION.test(right)))
    return "KubeVirt is not installed";
  return UNUSED_ELSEWHERE.find(({ what }) => what.test(right))?.why ?? null;
}
