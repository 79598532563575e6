"use client";
import { type ReactNode, useDeferredValue } from "react";

interface InBackgroundProps<Value> {
  readonly value: Value;
  /** Until the first one is drawn. */
  readonly skeleton: ReactNode;
  readonly children: (value: Value) => ReactNode;
}

/** Draws what takes long between a person's clicks and keys, in small pieces, instead of holding the page still. */
export function InBackground<Value extends object>({ value, skeleton, children }: InBackgroundProps<Value>) {
  const drawn = useDeferredValue<Value | null>(value, null);
  return drawn === null ? skeleton : children(drawn);
}
