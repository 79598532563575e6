import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { yamlOf } from "./yaml-text";

describe("yamlOf", () => {
  it("writes blocks that people can read", () => {
    const containers = [{ name: "app", args: [], env: [{ name: "A", value: "-Xmx1g -D'x'" }] }];
    expect(yamlOf({ kind: "Deployment", spec: { replicas: 2, paused: true, containers } })).toBe(
      [
        "kind: Deployment",
        "spec:",
        "  replicas: 2",
        "  paused: true",
        "  containers:",
        "    - name: app",
        "      args: []",
        "      env:",
        "        - name: A",
        `          value: "-Xmx1g -D'x'"`,
        "",
      ].join("\n"),
    );
  });
  it.each(["no", "Y", "null", "e0", "E12", "e-7"])("quotes %s, which is no text to every reader", (text) => {
    expect(yamlOf({ [text]: text })).toBe(`"${text}": "${text}"\n`);
  });
  it.each(["1.1", "1.2"] as const)("is read as what was written, by YAML %s", (version) => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // JSON.stringify has no -0.
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(parse(yamlOf(plain), { version })).toEqual(plain);
      }),
    );
  });
});
