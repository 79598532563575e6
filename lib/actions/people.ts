"use server";
import "server-only";
import {
  addPersonInput,
  changePasswordInput,
  personIdInput,
  setPersonActiveInput,
  setPersonRoleInput,
  storeSshKeyInput,
  type AddPersonInput,
  type ChangePasswordInput,
  type PersonIdInput,
  type PersonSecret,
  type SetPersonActiveInput,
  type SetPersonRoleInput,
  type StoreSshKeyInput,
} from "@/lib/contracts/people";
import type { ActionAnswer } from "@/lib/contracts/result";
import { runAction } from "@/lib/server/action";
import { currentSignInToken } from "@/lib/server/sign-in";
import * as add from "@/lib/usecases/add-person";
import * as password from "@/lib/usecases/change-password";
import * as signIns from "@/lib/usecases/end-sign-ins";
import * as reset from "@/lib/usecases/reset-password";
import * as active from "@/lib/usecases/set-person-active";
import * as role from "@/lib/usecases/set-person-role";
import * as key from "@/lib/usecases/store-ssh-key";

export async function addPerson(input: AddPersonInput): Promise<ActionAnswer<PersonSecret>> {
  return runAction("addPerson", addPersonInput, input, add.addPerson);
}

export async function resetPassword(input: PersonIdInput): Promise<ActionAnswer<PersonSecret>> {
  return runAction("resetPassword", personIdInput, input, reset.resetPassword);
}

export async function setPersonActive(input: SetPersonActiveInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("setPersonActive", setPersonActiveInput, input, active.setPersonActive);
}

export async function setPersonRole(input: SetPersonRoleInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("setPersonRole", setPersonRoleInput, input, role.setPersonRole);
}

export async function endSignIns(input: PersonIdInput): Promise<ActionAnswer<{ ended: number }>> {
  return runAction("endSignIns", personIdInput, input, signIns.endAllSignIns);
}

export async function storeSshKey(input: StoreSshKeyInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("storeSshKey", storeSshKeyInput, input, key.storeSshKey);
}

export async function changePassword(input: ChangePasswordInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("changePassword", changePasswordInput, input, async (context, actor, change) =>
    password.changePassword(context, actor, { ...change, keepToken: await currentSignInToken() }),
  );
}
