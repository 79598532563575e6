import type { CourseRow, PersonRow } from "@/lib/contracts/people";

export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Members first, then everybody active who could become one; by name. */
export function candidatesOf(
  people: readonly PersonRow[],
  members: CourseRow["members"],
): readonly Candidate[] {
  const memberIds = new Set(members.map(({ personId }) => personId));
  const inside = members.map(({ personId, name, email }) => ({ id: personId, name, email }));
  const outside = people
    .filter((person) => person.isActive && !memberIds.has(person.id))
    .map(({ id, name, email }) => ({ id, name, email }));
  return [...sorted(inside), ...sorted(outside)];
}

export function matches({ name, email }: Candidate, search: string): boolean {
  const wanted = search.trim().toLocaleLowerCase();
  return name.toLocaleLowerCase().includes(wanted) || email.includes(wanted);
}

const sorted = (candidates: readonly Candidate[]) =>
  [...candidates].sort((a, b) => a.name.localeCompare(b.name));
