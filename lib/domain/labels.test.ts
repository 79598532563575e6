import { describe, expect, it } from "vitest";
import { isManaged, isOurs, LABEL, sessionIdOfLabels, sessionLabels } from "./labels";

const owner = { environment: "prod", installationId: "i-1" };
const labels = sessionLabels({ ...owner, sessionId: "k3x9a0b1c2" });

describe("labels", () => {
  it("are the four that the design names", () => {
    expect(labels).toEqual({
      "app.kubernetes.io/managed-by": "curfew",
      "curfew.dev/environment": "prod",
      "curfew.dev/installation": "i-1",
      "curfew.dev/session": "k3x9a0b1c2",
    });
    expect(sessionIdOfLabels(labels)).toBe("k3x9a0b1c2");
  });
  it("make an object ours only where both owner labels are this installation's", () => {
    expect(isOurs(labels, owner)).toBe(true);
    expect(isOurs({ ...labels, [LABEL.environment]: "dev" }, owner)).toBe(false);
    expect(isOurs({ ...labels, [LABEL.installation]: "i-2" }, owner)).toBe(false);
    expect(isOurs({ ...labels, [LABEL.managedBy]: "helm" }, owner)).toBe(false);
    expect(isOurs({}, owner)).toBe(false);
  });
  it("tell a managed object of another installation from somebody else's", () => {
    expect(isManaged({ ...labels, [LABEL.installation]: "i-2" })).toBe(true);
    expect(isManaged({ [LABEL.managedBy]: "Curfew" })).toBe(false);
  });
  it("name no session where the label is missing or empty", () => {
    expect(sessionIdOfLabels({})).toBeNull();
    expect(sessionIdOfLabels({ [LABEL.session]: "" })).toBeNull();
  });
});
