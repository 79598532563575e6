import { describe, expect, it } from "vitest";
import { capacityQuery, fitQuery } from "./capacity";

const FIT = { kind: "vm", cpus: "1", memoryMiB: "2048", machineCount: "1", diskMiB: "0", ephemeralMiB: "64" };

describe("what may be asked of capacity", () => {
  it("is a cap, a quota's bound and a size, as an address has them", () => {
    const asked = {
      cap: "0",
      quota: "labs/team/count/virtualmachines.kubevirt.io",
      hard: "1e3",
      cpus: "0.5",
    };
    expect(capacityQuery.parse({ ...asked, memoryMiB: "4096", machineCount: "8" })).toEqual({
      ...{ ...asked, cap: 0, cpus: 0.5, memoryMiB: 4096, machineCount: 8 },
    });
    expect(capacityQuery.parse({})).toEqual({});
    expect(capacityQuery.safeParse({ hard: "-5" }).success).toBe(true);
  });
  it.each<[string, string]>([
    ...["", "-1", "1.5", "100001", "1e9", "NaN", "Infinity", "0x10", "eight", " "].map(
      (cap): [string, string] => ["cap", cap],
    ),
    ...["", "labs", "labs/team", "/team/pods", "labs//pods", `${"n".repeat(64)}/team/pods`].map(
      (quota): [string, string] => ["quota", quota],
    ),
    ...["", "several", "1GB", "1 Gi", "9".repeat(65), "1e401"].map((hard): [string, string] => [
      "hard",
      hard,
    ]),
    ...["0", "65", "-1", ""].map((cpus): [string, string] => ["cpus", cpus]),
    ...["31", "262145", "2048.5"].map((memory): [string, string] => ["memoryMiB", memory]),
    ...["0", "9", "1.5"].map((count): [string, string] => ["machineCount", count]),
  ])("is not %s=%j", (name, value) => {
    expect(capacityQuery.safeParse({ [name]: value }).error?.issues[0]?.path).toEqual([name]);
  });
  it("is a whole size for the lab form, with a volume only where one is named", () => {
    expect(fitQuery.parse(FIT)).toMatchObject({ cpus: 1, sourcePvc: "", sourceNamespace: "" });
    expect(fitQuery.safeParse({ ...FIT, kind: "node" }).success).toBe(false);
    expect(fitQuery.safeParse({ ...FIT, sourcePvc: "x".repeat(254) }).success).toBe(false);
    const { memoryMiB: _memory, ...rest } = FIT;
    expect(fitQuery.safeParse(rest).success).toBe(false);
  });
});
