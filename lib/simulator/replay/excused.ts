/** Recordings that are not replayed, each with the reason why the product can never meet what it shows. */
export const EXCUSED: Readonly<Record<string, string>> = {};
