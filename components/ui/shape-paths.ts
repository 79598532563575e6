import type { Shape } from "./status-mark";

/** A disc of radius 4.5 with a hole in it. */
const RING = "m5 .5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9zm0 1.5a3 3 0 1 0 0 6a3 3 0 1 0 0-6z";

/** Shapes to be filled, within 10 by 10: relative, so that a path may move to where one begins, and draw many. */
export const SHAPE_PATHS: Readonly<Record<Shape, string>> = {
  disc: "m5 .5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z",
  ring: RING,
  half: `${RING}m0-1a4 4 0 0 1 0 8z`,
  square: "m.5 .5h9v9h-9zm1.5 1.5v6h6v-6z",
  down: "m.5 1.5h9l-4.5 7.5z",
  diamond: "m5 0l5 5-5 5-5-5z",
  cross:
    "m1.5 .26l3.5 3.5 3.5-3.5 1.24 1.24-3.5 3.5 3.5 3.5-1.24 1.24-3.5-3.5-3.5 3.5-1.24-1.24 3.5-3.5-3.5-3.5z",
  dash: "m1 4h8v2h-8z",
};
