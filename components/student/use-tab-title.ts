"use client";
import { useEffect } from "react";

/** Shows text as the title of the tab while mounted, and gives the former title back. */
export function useTabTitle(text: string): void {
  useEffect(() => {
    const former = document.title;
    return () => {
      document.title = former;
    };
  }, []);
  useEffect(() => {
    document.title = text;
  }, [text]);
}
