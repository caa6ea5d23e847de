import * as t from 'io-ts';

/** A codec of these texts. */
export const oneOf = <K extends string>(texts: ReadonlyArray<K>, name: string) =>
  t.keyof(Object.fromEntries(texts.map((one) => [one, null])) as Record<K, null>, name);
