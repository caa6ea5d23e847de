const ACCEPTED = /^[\x21-\x7e]{1,100}$/;

/** The caller's own request id if it is 1 to 100 visible ASCII characters, else a new one. */
export const requestIdOf = (sent: string, make: () => string): string =>
  ACCEPTED.test(sent) ? sent : make();
