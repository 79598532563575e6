"use server";
import "server-only";
import { claimFirstAdminInput, type ClaimFirstAdminInput } from "@/lib/contracts/people";
import type { ActionAnswer } from "@/lib/contracts/result";
import { runOpenAction } from "@/lib/server/action";
import * as claim from "@/lib/usecases/claim-first-admin";

export async function claimFirstAdmin(input: ClaimFirstAdminInput): Promise<ActionAnswer<{ id: string }>> {
  return runOpenAction("claimFirstAdmin", claimFirstAdminInput, input, claim.claimFirstAdmin);
}
