import type { Command } from "./command";
import { addLabCommand } from "./commands/add-lab-command";
import { capacityCommand } from "./commands/capacity-command";
import { doctorCommand } from "./commands/doctor-command";
import { acceptCommand, adoptCommand, confirmCommand } from "./commands/hold-commands";
import { labsCommand, sessionsCommand } from "./commands/list-commands";
import { contentionCommand } from "./commands/contention-command";
import { migrateCommand } from "./commands/migrate-command";
import { passCommand } from "./commands/pass-command";
import { addPersonCommand, resetPasswordCommand } from "./commands/people-commands";
import { endCommand, extendCommand, startCommand } from "./commands/session-commands";
import { switchCommand } from "./commands/switch-command";

/** Every call of the command line, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  labsCommand,
  addLabCommand,
  sessionsCommand,
  startCommand,
  extendCommand,
  endCommand,
  capacityCommand,
  passCommand,
  contentionCommand,
  confirmCommand,
  adoptCommand,
  acceptCommand,
  addPersonCommand,
  resetPasswordCommand,
  switchCommand,
  migrateCommand,
  doctorCommand,
];
