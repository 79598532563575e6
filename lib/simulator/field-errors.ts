import type { FieldError } from "./api-error";

/** None where nothing is said. */
export function atLeastZero(field: string, value: unknown): FieldError[] {
  if (typeof value !== "number" || value >= 0) return [];
  return [wrong(field, `Invalid value: ${value}: must be greater than or equal to 0`)];
}

export function wrong(field: string, message: string): FieldError {
  return { reason: "FieldValueInvalid", field, message };
}

export function required(field: string, detail?: string): FieldError {
  const message = detail === undefined ? "Required value" : `Required value: ${detail}`;
  return { reason: "FieldValueRequired", field, message };
}

export function unsupported(field: string, value: unknown, known: readonly string[]): FieldError {
  const supported = known.map((one) => `"${one}"`).join(", ");
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}`;
  return { reason: "FieldValueNotSupported", field, message };
}
