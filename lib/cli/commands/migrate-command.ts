import { ok } from "@/lib/contracts/result";
import { defineCommand, noPositionals } from "../command";

export const migrateCommand = defineCommand({
  name: "migrate",
  summary: "Brings the database's schema up to date; the app does the same at its start.",
  usage: "[--json]",
  details: ["It needs no cluster, and stops where the database serves another environment."],
  migrates: true,
  read: noPositionals,
  run: ({ installation }) =>
    Promise.resolve(
      ok({
        json: installation,
        text: `The schema is up to date. Environment ${installation.environment}, installation ${installation.id}.`,
      }),
    ),
});
