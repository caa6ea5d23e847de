/**
 * Every value that was sent of each named header, by lowercase names; one that was not sent is left out.
 * Taken from the raw headers, because Node joins, drops or (`headersDistinct`) trips over repeated names.
 */
export const headerValues = (
  rawHeaders: ReadonlyArray<string>,
  names: ReadonlyArray<string>,
): Readonly<Record<string, ReadonlyArray<string>>> => {
  const found: Record<string, string[]> = {};
  if (names.length === 0) return found;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (names.includes(name)) (found[name] ??= []).push(rawHeaders[i + 1] ?? '');
  }
  return found;
};
