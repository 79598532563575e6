/** The placeholders that a lab's access template may hold. */
export const ACCESS_PLACEHOLDERS = ["address", "port", "user", "machine", "session"] as const;
export type AccessPlaceholder = (typeof ACCESS_PLACEHOLDERS)[number];
export type AccessValues = Readonly<Record<Exclude<AccessPlaceholder, "address">, string | number>> & {
  readonly address: string | null;
};

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The template filled in, or null while the address is not known or where the template is empty. */
export function accessCommand(template: string, values: AccessValues): string | null {
  const { address } = values;
  if (address === null || template === "") return null;
  const all: Readonly<Record<string, string | number>> = { ...values, address };
  return template.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(all, name) ? String(all[name]) : whole,
  );
}

/** Names in braces that are none of ours. */
export function unknownPlaceholders(template: string): string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? "");
  return names.filter((name) => !ACCESS_PLACEHOLDERS.some((known) => known === name));
}
