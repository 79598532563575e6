import type { FieldError } from "./api-error";
import { wrong } from "./field-errors";
import { isLabelValue, LABEL_VALUE_TEXT } from "./label-selector";
import type { OwnerReference } from "./objects";
import type { Resource } from "./resources";
import { LABEL_TEXT } from "./validate-pod";
import type { Draft } from "./world";

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_KINDS = ["Service", "Namespace"];
const NAME_PART = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const NAME_PART_TEXT =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const MOST_ANNOTATION_BYTES = 262_144;

/** What is refused of an object's metadata (apimachinery, api/validation); `name` is final by now. */
export function metadataErrors(draft: Draft, name: string, resource: Resource): FieldError[] {
  const errors: FieldError[] = [];
  const { labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = draft.metadata;
  const isLabelKind = LABEL_KINDS.includes(draft.kind);
  const isNameValid = name.length <= 253 && SUBDOMAIN.test(name) && !(isLabelKind && /\./.test(name));
  if (!isNameValid) {
    const text = isLabelKind ? LABEL_TEXT : SUBDOMAIN_TEXT;
    errors.push(wrong("metadata.name", `Invalid value: "${name}": ${text}`));
  }
  for (const value of Object.values(labels)) {
    const bad = String(value);
    if (!isLabelValue(bad))
      errors.push(wrong("metadata.labels", `Invalid value: "${bad}": ${LABEL_VALUE_TEXT}`));
  }
  errors.push(...keyErrors(Object.keys(labels), "metadata.labels"));
  errors.push(
    ...keyErrors(
      Object.keys(annotations).map((key) => key.toLowerCase()),
      "metadata.annotations",
    ),
  );
  errors.push(...keyErrors(finalizers, "metadata.finalizers"));
  const bytes = Object.entries(annotations).reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  if (bytes > MOST_ANNOTATION_BYTES) {
    const message = `Too long: may not be more than ${MOST_ANNOTATION_BYTES} bytes`;
    errors.push({ reason: "FieldValueTooLong", field: "metadata.annotations", message });
  }
  const longest = resource.kind === "Job" ? 63 : resource.kind === "CronJob" ? 52 : Infinity;
  if (name.length > longest)
    errors.push(
      wrong("metadata.name", `Invalid value: "${name}": must be no more than ${longest} characters`),
    );
  return [...errors, ...ownerErrors(ownerReferences)];
}

function ownerErrors(owners: OwnerReference[]): FieldError[] {
  const errors: FieldError[] = [];
  for (const owner of owners) {
    for (const field of ["kind", "name", "uid"] as const) {
      if (!owner[field])
        errors.push(wrong(`metadata.ownerReferences.${field}`, 'Invalid value: "": must not be empty'));
    }
  }
  const [first, second] = owners.filter((owner) => owner.controller === true);
  if (first && second) {
    const pair = `${first.kind}/${first.name} and ${second.kind}/${second.name}`;
    const text = `Only one reference can have Controller set to true. Found "true" in references for ${pair}`;
    errors.push(wrong("metadata.ownerReferences", `Invalid value: ${JSON.stringify(owners)}: ${text}`));
  }
  return errors;
}

/** Keys of labels and annotations, and finalizers: a name, with a domain and a slash before it or without. */
function keyErrors(keys: readonly string[], field: string): FieldError[] {
  return keys.flatMap((key) => {
    const problem = keyProblem(key);
    return problem === null ? [] : [wrong(field, `Invalid value: "${key}": ${problem}`)];
  });
}

function keyProblem(key: string): string | null {
  const [first = "", second, ...more] = key.split("/");
  if (more.length > 0)
    return `a qualified name ${NAME_PART_TEXT} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
  if (second !== undefined && first === "") return "prefix part must be non-empty";
  if (second !== undefined && (first.length > 253 || !SUBDOMAIN.test(first)))
    return `prefix part ${SUBDOMAIN_TEXT}`;
  const name = second ?? first;
  if (name === "") return "name part must be non-empty";
  if (name.length > 63) return "name part must be no more than 63 characters";
  return NAME_PART.test(name) ? null : `name part ${NAME_PART_TEXT}`;
}
