import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ReapItem } from "@/lib/domain/reap-types";
import { ItemObject } from "./item-object";

const drawn = (item: unknown) => renderToStaticMarkup(<ItemObject item={item as ReapItem} />);

describe("ItemObject", () => {
  it("leads from a session that is settled, expired or a ghost to its page", () => {
    for (const direction of ["settle", "expired", "ghost"])
      expect(drawn({ direction, sessionId: "abc123" })).toMatch(
        /^<a [^>]*href="\/sessions\/abc123".*>abc123<\/a>$/,
      );
  });

  it("names an orphan's object without a way, since no row may know its session", () => {
    const object = { kind: "VirtualMachine", namespace: "curfew-vms", name: "lab-abc123-1" };
    const text = drawn({ direction: "orphan", sessionId: "abc123", object });
    expect(text).toContain("VirtualMachine curfew-vms/lab-abc123-1");
    expect(text).not.toContain("href");
  });
});
