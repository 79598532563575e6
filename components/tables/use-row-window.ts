"use client";
import { type RefObject, useEffect, useState } from "react";
import { clampWindow, type RowWindow, rowsInSight } from "./row-window";

const AT_FIRST: RowWindow = { first: 0, end: 40 };

/** The rows of a scroller that are worth drawing. All rows have the same height. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
): RowWindow {
  const [seen, setSeen] = useState(AT_FIRST);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () =>
      setSeen((old) => {
        const next = rowsInSight(element.scrollTop, element.clientHeight, rowPx);
        return next.first === old.first && next.end === old.end ? old : next;
      });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller, rowPx]);
  return clampWindow(seen, count);
}
