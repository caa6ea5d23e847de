/** The acquirer's reference of an attempt: a pure function of its session and number. */
export const chargeRefOf = (sessionId: string, attempt: number): string =>
  `${sessionId}-${String(attempt)}`;

const SHAPE = /^(cs_[0-9a-f]+)-([1-9])$/;

/** The session whose attempt a reference is of; undefined if it is none of ours. */
export const chargedSession = (chargeRef: string): string | undefined => SHAPE.exec(chargeRef)?.[1];

/** The attempt that a charge is for. @throws when it is none of ours. */
export const attemptOf = (
  chargeRef: string,
): { readonly sessionId: string; readonly attempt: number } => {
  const [, sessionId, attempt] = SHAPE.exec(chargeRef) ?? [];
  if (sessionId === undefined) throw new Error('no charge has such a reference');
  return { sessionId, attempt: Number(attempt) };
};
