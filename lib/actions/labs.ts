"use server";
import "server-only";
import {
  createLabInput,
  labIdInput,
  updateLabInput,
  type CreateLabInput,
  type LabIdInput,
  type UpdateLabInput,
} from "@/lib/contracts/labs";
import type { ActionAnswer } from "@/lib/contracts/result";
import { runAction } from "@/lib/server/action";
import * as create from "@/lib/usecases/create-lab";
import * as remove from "@/lib/usecases/delete-lab";
import * as update from "@/lib/usecases/update-lab";

export async function createLab(input: CreateLabInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("createLab", createLabInput, input, create.createLab);
}

export async function updateLab(input: UpdateLabInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("updateLab", updateLabInput, input, update.updateLab);
}

export async function deleteLab(input: LabIdInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("deleteLab", labIdInput, input, remove.deleteLab);
}
