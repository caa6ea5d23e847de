/** A number of things, in words: `1 payment`, `2 payments`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${String(count)} ${count === 1 ? one : several}`;
