import { isDeepStrictEqual } from "node:util";
import type { FieldError } from "./api-error";
import { wrong } from "./field-errors";
import type { Container, Pod } from "./objects";

const CHANGEABLE =
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`," +
  "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations)," +
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/**
 * What is refused of a change to a pod (pkg/apis/core/validation, ValidatePodUpdate): nearly all of its spec stays as it
 * was made, and its deadline can be brought forward alone. A pod that is held by gates can be steered until it is let go.
 */
export function podUpdateErrors(before: Pod, after: Pod): FieldError[] {
  const errors: FieldError[] = [];
  const [old, deadline] = [before.spec.activeDeadlineSeconds, after.spec.activeDeadlineSeconds];
  if (old !== undefined && (deadline === undefined || deadline > old)) {
    const rule =
      deadline === undefined
        ? "must not update from a positive integer to nil value"
        : "must be less than or equal to previous value";
    errors.push(wrong("spec.activeDeadlineSeconds", `Invalid value: ${deadline ?? "null"}: ${rule}`));
  }
  const gates = (pod: Pod) => pod.spec.schedulingGates ?? [];
  const hasNewGate = gates(after).some(({ name }) => !gates(before).some((gate) => gate.name === name));
  const isSteered = gates(before).length > 0 && !hasNewGate;
  const keepsTolerations = (before.spec.tolerations ?? []).every((known) =>
    (after.spec.tolerations ?? []).some((each) => isDeepStrictEqual(each, known)),
  );
  if (
    !keepsTolerations ||
    hasNewGate ||
    !isDeepStrictEqual(fixed(before, isSteered), fixed(after, isSteered))
  )
    errors.push({ reason: "FieldValueForbidden", field: "spec", message: `Forbidden: ${CHANGEABLE}` });
  return errors;
}

/** Of a pod's spec what may not change. */
function fixed({ spec }: Pod, isSteered: boolean): object {
  const { activeDeadlineSeconds: _nearer, tolerations: _more, schedulingGates: _fewer, ...rest } = spec;
  const withoutImages = (containers: readonly Container[] | undefined) =>
    containers?.map(({ image: _other, ...container }) => container);
  const { nodeSelector, affinity, ...others } = rest;
  return {
    ...others,
    ...(isSteered ? {} : { nodeSelector, affinity }),
    containers: withoutImages(spec.containers),
    initContainers: withoutImages(spec.initContainers),
  };
}
