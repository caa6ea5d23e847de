/** The names by which programs write files aside. */
const ASIDE = /^\.|\.(part|tmp|filepart|draft)$/i;

/** Whether a file of this name is one that somebody may still be writing. */
export const isAside = (name: string): boolean => ASIDE.test(name);
