/**
 * Does a label's value, undefined where it is missing, meet a requirement (apimachinery, labels.Requirement)? By the
 * four operators that selectors of labels know; any other is met by none.
 */
export function meetsRequirement(
  operator: string,
  values: readonly string[],
  value: string | undefined,
): boolean {
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    default:
      return false;
  }
}
