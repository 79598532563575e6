import type { NodeObject } from "@/lib/domain/world";
import { type Json, record } from "./fields";
import { clusterObject, conditions, isTrue } from "./metadata";

export function nodeObject(item: Json): NodeObject {
  return { name: clusterObject(item).name, isReady: isTrue(conditions(record(item.status)), "Ready") };
}
