import { describe, expect, it } from "vitest";
import { jsonOfProtobuf } from "./protobuf";

// As kubectl 1.35 sent them for `create namespace curfew` and `create secret generic foo --from-literal=A=b`.
const NAMESPACE =
  "6b3873000a0f0a02763112094e616d657370616365121e0a160a0663757266657712001a0022002a0032003800420012001a020a001a002200";
const SECRET =
  "6b3873000a0c0a0276311206536563726574121f0a130a03666f6f12001a0022002a0032003800420012060a01411201621a001a002200";

const jsonOf = (hex: string) => JSON.parse(jsonOfProtobuf(Buffer.from(hex, "hex")) ?? "null") as unknown;

describe("a body in protobuf", () => {
  it("is read as kubectl sends it", () => {
    expect(jsonOf(NAMESPACE)).toEqual({ apiVersion: "v1", kind: "Namespace", metadata: { name: "curfew" } });
    expect(jsonOf(SECRET)).toEqual({
      ...{ apiVersion: "v1", kind: "Secret", metadata: { name: "foo" } },
      data: { A: Buffer.from("b").toString("base64") },
    });
  });

  it.each([
    ["that is cut short", NAMESPACE.slice(0, 60)],
    ["of another kind", NAMESPACE.replace("4e616d657370616365", "4e616d657370616366")],
    ["without its magic number", NAMESPACE.slice(8)],
    ["with a field that is not known", SECRET.replace("0a0141120162", "7a0141120162")],
    ["that is none", Buffer.from("k8s\0\u0001\u0002\n").toString("hex")],
  ])("%s is not", (_what, hex) => {
    expect(jsonOf(hex)).toBeNull();
  });
});
