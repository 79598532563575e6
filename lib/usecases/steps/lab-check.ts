import { refuse, type FieldError, type Result } from "@/lib/contracts/result";
import type { LabFields } from "@/lib/db/labs";
import { checkLab } from "@/lib/domain/lab-rules";
import type { Config } from "@/lib/usecases/context";

/** The rules of lib/domain/lab-rules with this deployment's configuration; null where the lab keeps them. */
export function refuseLab(lab: LabFields, config: Config): Result<never> | null {
  const { sessionMinutes, maxMinutes, imagePrefixes, machineCap } = config;
  const fields = checkLab(
    lab.spec,
    { sessionMinutes: lab.sessionMinutes, maxMinutes: lab.maxMinutes },
    { imagePrefixes, machineCap, defaultSessionMinutes: sessionMinutes, defaultMaxMinutes: maxMinutes },
  );
  return fields.length > 0 ? refuse("invalid", { fields }) : null;
}

export const SLUG_TAKEN: Result<never> = refuse("invalid", {
  fields: [{ path: "slug", code: "taken" } satisfies FieldError],
});
