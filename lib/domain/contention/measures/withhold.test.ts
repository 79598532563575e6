import { describe, expect, it } from "vitest";
import type { Measure, MeasurePatch } from "./measure";
import { WITHHELD, withoutSecrets } from "./withhold";

/** What is left of a container's part of a patch, and whether anything was taken out. */
function left(container: object): { container: unknown; isCut: boolean } {
  const patch = { spec: { template: { spec: { containers: [{ name: "app", ...container }] } } } };
  const given: MeasurePatch = {
    ...{ kind: "Deployment", namespace: "shop", names: ["a"], params: {}, patch, isCut: false },
  };
  const measure: Measure = {
    ...{ code: "startup-probe", against: "liveness-budget-exceeded", params: {} },
    ...{ patches: [given], unpatchedPods: 0, effect: null },
  };
  const [found] = withoutSecrets([measure])[0]?.patches ?? [];
  const { spec } = found?.patch as typeof patch;
  const [{ name, ...rest } = { name: "" }] = spec.template.spec.containers;
  expect(name).toBe("app");
  return { container: rest, isCut: found?.isCut ?? false };
}
const options = (value: string) => ({ env: [{ name: "JAVA_TOOL_OPTIONS", value }] });

describe("withoutSecrets", () => {
  it.each<[string, object]>([
    ["a plain check", { startupProbe: { httpGet: { path: "/health", port: 8080 }, failureThreshold: 64 } }],
    ["a port", { startupProbe: { tcpSocket: { port: 5432 } } }],
    ["a service", { startupProbe: { grpc: { port: 9000, service: "health" } } }],
    ["a request", { resources: { requests: { cpu: "550m" } } }],
    ["a host", { startupProbe: { httpGet: { httpHeaders: [{ name: "Host", value: "shop.lab" }] } } }],
    [
      "plain flags",
      options("-Xmx1g -Xss512k -XX:+UseZGC -XX:MaxRAMPercentage=75.5 -XX:HeapDumpPath=/dumps -server"),
    ],
    ["an agent", options("-javaagent:/otel/agent.jar -XX:ActiveProcessorCount=2")],
  ])("leaves %s whole", (_name, container) => expect(left(container)).toEqual({ container, isCut: false }));

  it.each<[string, object, object]>([
    [
      "a header",
      { startupProbe: { httpGet: { httpHeaders: [{ name: "Authorization", value: "Bearer s3cret" }] } } },
      { startupProbe: { httpGet: { httpHeaders: [{ name: "Authorization", value: WITHHELD }] } } },
    ],
    [
      "a query",
      { startupProbe: { httpGet: { path: "/health?token=s3cret", port: 1 } } },
      { startupProbe: { httpGet: { path: `/health?${WITHHELD}`, port: 1 } } },
    ],
    [
      "what a command is given",
      { startupProbe: { exec: { command: ["sh", "-c", "login s3cret"] } } },
      { startupProbe: { exec: { command: ["sh", WITHHELD, WITHHELD] } } },
    ],
    [
      "a property",
      options("-Xmx1g -Djavax.net.ssl.keyStorePassword=s3cret"),
      options(`-Xmx1g -Djavax.net.ssl.keyStorePassword=${WITHHELD}`),
    ],
    ["an agent's options", options("-javaagent:/a.jar=key=s3cret"), options(`-javaagent:/a.jar=${WITHHELD}`)],
    ["what runs on an error", options("-XX:OnError=s3cret.sh"), options(WITHHELD)],
    ["a quoted property", options("-Dp='a s3cret'"), options(`-Dp=${WITHHELD} ${WITHHELD}`)],
    ["a file of arguments", options("@s3cret"), options(WITHHELD)],
  ])("takes out %s", (_name, given, container) => {
    const found = left(given);
    expect(found).toEqual({ container, isCut: true });
    expect(JSON.stringify(found)).not.toContain("s3cret");
  });
});
