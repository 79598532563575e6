import { clientOf, type At } from "./at";
import { databaseNow } from "./database";
import { toDate, toMs } from "./times";

export type SwitchName = "no-new-sessions" | "stop-reaping";

export interface SwitchState {
  readonly name: SwitchName;
  readonly isOn: boolean;
  readonly message: string;
  /** Who set it last; null where nobody ever did. */
  readonly byName: string | null;
  readonly atMs: number | null;
}

/** Both switches, always in this order; one that was never set is off. */
export async function readSwitches(at: At): Promise<SwitchState[]> {
  const rows = await clientOf(at).switch.findMany();
  return NAMES.map((name) => {
    const row = rows.find((found) => found.name === name);
    if (!row) return { name, isOn: false, message: "", byName: null, atMs: null };
    return { name, isOn: row.isOn, message: row.message, byName: row.byName, atMs: toMs(row.at) };
  });
}

export async function setSwitch(
  tx: At,
  { name, isOn, message, byName }: { name: SwitchName; isOn: boolean; message: string; byName: string },
): Promise<void> {
  const values = { isOn, message, byName, at: toDate(await databaseNow(tx)) };
  await clientOf(tx).switch.upsert({ where: { name }, create: { name, ...values }, update: values });
}

const NAMES: readonly SwitchName[] = ["no-new-sessions", "stop-reaping"];
