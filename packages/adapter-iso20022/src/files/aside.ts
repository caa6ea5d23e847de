/** The names by which programs write files aside. */
const ASIDE = /^\.|\.(part|tmp|filepart|draft)$/i;

/** Whether a program may still be writing a file of this name. */
export const isAside = (name: string): boolean => ASIDE.test(name);
