import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { LOCK_FILE } from "./demo-lock";
import { endProcess, isAlive } from "./os-processes";
import { findPostgresHome, removePostgresData } from "./postgres-home";
import { readPostmaster } from "./postmaster";
import { endLeftService } from "./service";

/** Ends what an earlier run left running on this folder, and empties it but for its lock, which is the caller's. */
export async function clearStack(folder: string): Promise<void> {
  for (const name of ["app", "simulator"]) await endLeftService(folder, name);
  const left = readPostmaster(findPostgresHome(folder).data);
  // SIGQUIT: at once, without writing down what is thrown away anyway.
  if (left && isAlive(left.pid)) await endProcess(left.pid, "SIGQUIT", 5_000);
  removePostgresData(folder);
  for (const name of readdirSync(folder).filter((each) => each !== LOCK_FILE)) {
    rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}
