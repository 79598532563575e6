import type { Pod } from "../../objects";
import type { Change, Settings } from "../../world";
import { kubeletEvent } from "../kubelet-event";
import type { Life } from "./life";
import type { Member } from "./members";

/** A container whose turn it is to be looked at. */
export interface Turn {
  pod: Pod;
  member: Member;
  nowMs: number;
  settings: Settings;
}
export interface LivingTurn extends Turn {
  life: Life;
}
export interface Outcome {
  pod: Pod;
  life: Life;
  events: Change[];
}

export function same({ pod, life }: LivingTurn): Outcome {
  return { pod, life, events: [] };
}

export function eventOf(
  { pod, member }: Turn,
  type: "Normal" | "Warning",
  reason: string,
  text: string,
): Change {
  return kubeletEvent(pod, type, reason, text, member.container);
}
