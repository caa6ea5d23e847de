import { fileURLToPath } from 'node:url';

/** The built file of a program that the bench runs as a process of its own. */
export const programOf = (name: string): string =>
  fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url));
