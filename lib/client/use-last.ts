import { useState } from "react";

/** The last value that was there: what was answered before, while a later question is refused. */
export function useLast<Value extends object>(value: Value | undefined): Value | null {
  const [last, setLast] = useState<Value | null>(null);
  if (value && value !== last) setLast(value);
  return value ?? last;
}
