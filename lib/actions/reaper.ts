"use server";
import "server-only";
import {
  acceptDatabaseInput,
  adoptClusterInput,
  confirmHeldInput,
  deleteForeignInput,
  setSwitchInput,
  type AcceptDatabaseInput,
  type AdoptClusterInput,
  type ConfirmHeldInput,
  type DeleteForeignInput,
  type ReapNowAnswer,
  type SetSwitchInput,
  type SwitchState,
} from "@/lib/contracts/reaper";
import { noInput, type ActionAnswer } from "@/lib/contracts/result";
import { runAction } from "@/lib/server/action";
import { reapNow } from "@/lib/server/reap-now";
import * as accept from "@/lib/usecases/accept-database";
import * as adopt from "@/lib/usecases/adopt-cluster";
import * as confirm from "@/lib/usecases/confirm-held";
import * as foreign from "@/lib/usecases/delete-foreign-machine";
import * as toggle from "@/lib/usecases/set-switch";

export async function runPass(): Promise<ActionAnswer<ReapNowAnswer>> {
  return runAction("runPass", noInput, {}, reapNow);
}

export async function confirmHeld(input: ConfirmHeldInput): Promise<ActionAnswer<{ confirmed: number }>> {
  return runAction("confirmHeld", confirmHeldInput, input, confirm.confirmHeld);
}

export async function adoptCluster(
  input: AdoptClusterInput,
): Promise<ActionAnswer<{ namespaceUids: Readonly<Record<string, string>> }>> {
  return runAction("adoptCluster", adoptClusterInput, input, adopt.adoptCluster);
}

export async function acceptDatabase(input: AcceptDatabaseInput): Promise<ActionAnswer<{ number: number }>> {
  return runAction("acceptDatabase", acceptDatabaseInput, input, accept.acceptDatabase);
}

export async function deleteForeignMachine(
  input: DeleteForeignInput,
): Promise<ActionAnswer<{ outcome: "accepted" | "terminating" | "gone" }>> {
  return runAction("deleteForeignMachine", deleteForeignInput, input, foreign.deleteForeignMachine);
}

export async function setSwitch(input: SetSwitchInput): Promise<ActionAnswer<readonly SwitchState[]>> {
  return runAction("setSwitch", setSwitchInput, input, toggle.setSwitch);
}
