import type { KubeObject } from "../../objects";
import type { Store } from "../../store";
import type { Recorded, SetUpOf, WatchLine } from "../set-up";

const listed: SetUpOf = (r) => ({ objects: r.events("f_watch_vms_no_rv").map(({ object }) => object) });

/** The cluster as the initial events of a watch showed it. */
function shown(name: string): SetUpOf {
  return (r: Recorded) => ({
    objects: r.events(name).flatMap(({ type, object }) => (type === "ADDED" ? [object] : [])),
  });
}

/** A cluster in which all has happened that a watch told of: asked from the version before, it tells it again. */
function happened(name: string): SetUpOf {
  return (r: Recorded) => {
    let before = "";
    return {
      then: ({ cluster }) => {
        before = String(cluster.store.resourceVersion);
        for (const line of r.events(name)) repeat(cluster.store, line);
      },
      rewrite: (request) => ({
        ...request,
        path: request.path.replace(/resourceVersion=\d+/, `resourceVersion=${before}`),
      }),
    };
  };
}

/** Asked for at the version at which the cluster is. */
const atCurrentVersion: SetUpOf = (r) => ({
  ...listed(r),
  rewrite: (request, { cluster }) => ({
    ...request,
    path: request.path.replace(/resourceVersion=\d+/, `resourceVersion=${cluster.store.resourceVersion}`),
  }),
});

const forgotten: SetUpOf = () => ({ then: (simulator) => simulator.forgetHistory() });

function repeat(store: Store, { type, object }: WatchLine): void {
  const known = store.byUid(object.metadata.uid ?? "");
  const next = object as KubeObject;
  if (type === "DELETED" && known) return void store.remove(next);
  if (known) store.replace(next);
  else store.insert(next);
}

/** Reads at a version, and watches. */
export const WATCHES: Readonly<Record<string, SetUpOf>> = {
  f_watch_vms_no_rv: shown("f_watch_vms_no_rv"),
  f_watch_vms_rv0: shown("f_watch_vms_rv0"),
  f_watch_single_object: listed,
  f_watch_sendInitialEvents: shown("f_watch_sendInitialEvents"),
  f_watch_sendInitialEvents_vms: shown("f_watch_sendInitialEvents_vms"),
  f_watch_pods: happened("f_watch_pods"),
  f_watch_vms_from_rv: happened("f_watch_vms_from_rv"),
  f_watch_vms_labelselector: happened("f_watch_vms_labelselector"),
  f_watch_forbidden_403: () => ({ rewrite: (request) => ({ ...request, as: "alice" }) }),
  f_watch_old_rv1_pods: forgotten,
  f_watch_old_rv1_vms: forgotten,
  f_list_rv0_limit: listed,
  f_list_rv_exact_ok: atCurrentVersion,
  f_list_rv_notolder: atCurrentVersion,
};
