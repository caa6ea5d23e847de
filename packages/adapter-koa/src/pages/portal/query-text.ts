/** The query of an address, beginning with `?`; without the values that are empty, and empty where all are. */
export const queryText = (values: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(
    Object.entries(values).filter(([, value]) => value !== ''),
  ).toString();
  return query === '' ? '' : `?${query}`;
};
