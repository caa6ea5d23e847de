/** How many members all objects of a parsed value have. */
export const membersIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += membersIn(item);
    return count;
  }
  for (const key in value) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    count += typeof member === 'object' ? 1 + membersIn(member) : 1;
  }
  return count;
};
