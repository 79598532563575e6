"use client";
import { type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { clampWindow, type RowWindow, rowsInSight } from "./row-window";

const AT_FIRST: RowWindow = { first: 0, end: 40 };

/** The rows of a scroller that are worth drawing: those in sight, and all on paper. All rows have the same height. */
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
  return useIsPrinting() ? { first: 0, end: count } : clampWindow(seen, count);
}

/** True from when the browser is about to draw the page for paper. It does not wait, so it is drawn at once. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
