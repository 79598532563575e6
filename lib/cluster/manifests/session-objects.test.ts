import { readFileSync } from "node:fs";
import { loadYaml } from "@kubernetes/client-node";
import { describe, expect, it } from "vitest";
import { deadlineJob } from "./deadline-job";
import { defaultDenyPolicy } from "./default-deny";
import { groupService } from "./group-service";
import { initSecret } from "./init-secret";
import { microTime, passLease } from "./pass-lease";
import { IDENTITY, LABELS, OWNED, OWNER_REFERENCE } from "./test-samples";

const JOB = { namespace: "labs", name: OWNED.name, identity: IDENTITY, machineCount: 3 };

describe("deadlineJob", () => {
  it("starts no pod, never completes, and takes all along at its deadline", () => {
    const job = deadlineJob({ ...JOB, activeDeadlineSeconds: 11_700 });
    expect(job.metadata).toEqual({
      name: "lab-a1b2c3d4e5",
      namespace: "labs",
      labels: LABELS,
      annotations: { "curfew.dev/machines": "3" },
    });
    const spec = job.spec as Record<string, unknown>;
    expect(spec).toMatchObject({
      parallelism: 0,
      activeDeadlineSeconds: 11_700,
      ttlSecondsAfterFinished: 0,
      backoffLimit: 0,
    });
    // Recorded: completions 0 completes at once, and a suspended Job's clock stands still.
    expect(spec).not.toHaveProperty("completions");
    expect(spec).not.toHaveProperty("suspend");
  });

  it("has a template that could do no harm", () => {
    expect(deadlineJob({ ...JOB, activeDeadlineSeconds: 60 })).toMatchObject({
      spec: {
        template: {
          metadata: { labels: LABELS },
          spec: {
            restartPolicy: "Never",
            automountServiceAccountToken: false,
            securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
            containers: [{ image: expect.stringMatching(/^[a-z.]+\.invalid\//) }],
          },
        },
      },
    });
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses a deadline of %s s", (activeDeadlineSeconds) => {
    expect(() => deadlineJob({ ...JOB, activeDeadlineSeconds })).toThrow(RangeError);
  });
});

describe("groupService", () => {
  it("is headless and names machines before they are ready", () => {
    const service = groupService(OWNED);
    expect(service.metadata).toMatchObject({ labels: LABELS, ownerReferences: [OWNER_REFERENCE] });
    expect(service.spec).toEqual({
      clusterIP: "None",
      publishNotReadyAddresses: true,
      selector: {
        "curfew.dev/installation": IDENTITY.installationId,
        "curfew.dev/session": IDENTITY.sessionId,
      },
    });
  });
});

describe("initSecret", () => {
  it("serialises cloud-init, so that a value stays a value", () => {
    const cloudConfig = { hostname: "x\nruncmd: [reboot]", ssh_authorized_keys: ["ssh-ed25519 AAAA: #me"] };
    const secret = initSecret({ ...OWNED, name: "lab-a1b2c3d4e5-1-init", cloudConfig });
    const userdata = (secret.stringData as Record<string, string>).userdata ?? "";
    expect(userdata.startsWith("#cloud-config\n")).toBe(true);
    expect(loadYaml(userdata)).toEqual(cloudConfig);
    expect(secret.metadata).toMatchObject({ labels: LABELS, ownerReferences: [OWNER_REFERENCE] });
  });
});

describe("passLease", () => {
  const lease = {
    namespace: "labs",
    installationId: IDENTITY.installationId,
    environment: "test",
    number: 42,
    nowMs: Date.parse("2026-11-30T10:00:05.123Z"),
  };

  it("writes times with exactly six fraction digits", () => {
    expect(microTime(lease.nowMs)).toBe("2026-11-30T10:00:05.123000Z");
    expect(passLease({ ...lease, resourceVersion: null })).toMatchObject({
      metadata: {
        name: `curfew-${IDENTITY.installationId}`,
        annotations: { "curfew.dev/pass-number": "42" },
      },
      spec: { renewTime: "2026-11-30T10:00:05.123000Z" },
    });
  });

  it("is conditional on the version that was read", () => {
    expect(passLease({ ...lease, resourceVersion: "3520" }).metadata.resourceVersion).toBe("3520");
    expect(passLease({ ...lease, resourceVersion: null }).metadata).not.toHaveProperty("resourceVersion");
  });
});

describe("defaultDenyPolicy", () => {
  it("is the one that deploy/manifests/default-deny.yaml applies", () => {
    const file = loadYaml(readFileSync("deploy/manifests/default-deny.yaml", "utf8"));
    const { namespace, labels, ...metadata } = defaultDenyPolicy("labs").metadata;
    expect(file).toEqual({ ...defaultDenyPolicy("labs"), metadata });
    expect([namespace, labels]).toEqual(["labs", {}]);
  });
});
