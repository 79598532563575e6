import { createServerClock } from "./create-server-clock";

/** The page's one clock: fed by every answer, read by every countdown. */
export const serverClock = createServerClock({
  perfMs: () => performance.now(),
  wallMs: () => Date.now(),
});
