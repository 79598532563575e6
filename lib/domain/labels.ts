/** Keys of the labels that every object of a session bears, on itself and on its template. */
export const LABEL = {
  managedBy: "app.kubernetes.io/managed-by",
  environment: "curfew.dev/environment",
  installation: "curfew.dev/installation",
  session: "curfew.dev/session",
} as const;
export const MANAGED_BY = "curfew";

/** On a deadline Job: how many machines its session has, so that its Secrets can be named without a row. */
export const MACHINES_ANNOTATION = "curfew.dev/machines";

export type Labels = Readonly<Record<string, string>>;
/** The two labels without which nothing is deleted as an orphan (design law 8). */
export interface Owner {
  readonly environment: string;
  readonly installationId: string;
}

/** All labels of one session's objects. */
export function sessionLabels(identity: Owner & { readonly sessionId: string }): Record<string, string> {
  return {
    [LABEL.managedBy]: MANAGED_BY,
    [LABEL.environment]: identity.environment,
    [LABEL.installation]: identity.installationId,
    [LABEL.session]: identity.sessionId,
  };
}

/** Made by some Curfew, perhaps another environment's or another database's. */
export function isManaged(labels: Labels): boolean {
  return labels[LABEL.managedBy] === MANAGED_BY;
}

/** Made by this very installation: it bears this environment's and this installation's label, and is managed by us. */
export function isOurs(labels: Labels, owner: Owner): boolean {
  return (
    isManaged(labels) &&
    labels[LABEL.environment] === owner.environment &&
    labels[LABEL.installation] === owner.installationId
  );
}

/** The session that an object says it belongs to, or null. */
export function sessionIdOfLabels(labels: Labels): string | null {
  return labels[LABEL.session] || null;
}
