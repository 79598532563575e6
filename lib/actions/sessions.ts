"use server";
import "server-only";
import type { ActionAnswer, ItemResult } from "@/lib/contracts/result";
import {
  sessionIdsInput,
  startMachineInput,
  startSessionInput,
  type EndedSession,
  type ExtendedSession,
  type SessionIdsInput,
  type StartedSession,
  type StartMachineInput,
  type StartSessionInput,
} from "@/lib/contracts/sessions";
import { runAction } from "@/lib/server/action";
import * as end from "@/lib/usecases/end-sessions";
import * as extend from "@/lib/usecases/extend-sessions";
import * as machine from "@/lib/usecases/start-machine";
import * as start from "@/lib/usecases/start-session";

export async function startSession(input: StartSessionInput): Promise<ActionAnswer<StartedSession>> {
  return runAction("startSession", startSessionInput, input, start.startSession);
}

export async function extendSessions(
  input: SessionIdsInput,
): Promise<ActionAnswer<ItemResult<ExtendedSession>[]>> {
  return runAction("extendSessions", sessionIdsInput, input, extend.extendSessions);
}

export async function endSessions(input: SessionIdsInput): Promise<ActionAnswer<ItemResult<EndedSession>[]>> {
  return runAction("endSessions", sessionIdsInput, input, end.endSessions);
}

export async function startMachine(input: StartMachineInput): Promise<ActionAnswer<{ id: string }>> {
  return runAction("startMachine", startMachineInput, input, machine.startMachine);
}
