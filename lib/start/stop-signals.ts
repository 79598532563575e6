export interface StopSignals {
  signal: AbortSignal;
  happened: Promise<null>;
}

/** Ctrl-C, a polite kill, a closed terminal, or the death of the process that started us; any number of them. */
export function listenForStop(): StopSignals {
  const controller = new AbortController();
  const stop = () => controller.abort(new Error("interrupted"));
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  process.on("disconnect", stop);
  const happened = new Promise<null>((resolve) =>
    controller.signal.addEventListener("abort", () => resolve(null)),
  );
  return { signal: controller.signal, happened };
}
