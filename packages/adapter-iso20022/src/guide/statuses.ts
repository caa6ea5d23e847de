/**
 * What a status of `pain.002` says of an order. `part` says something of some orders only, and nothing of any by itself.
 */
export type StatusMeaning = 'accepted' | 'paid' | 'refused' | 'part';

/**
 * The published statuses. Only `ACCC` says that the payee has the money; `ACSC`, that the debit is settled, is as far as
 * some banks go, and their guides say so.
 */
export const STATUSES: Readonly<Record<string, StatusMeaning>> = {
  ACCC: 'paid',
  ACCP: 'accepted',
  ACFC: 'accepted',
  ACSC: 'accepted',
  ACSP: 'accepted',
  ACTC: 'accepted',
  ACWC: 'accepted',
  ACWP: 'accepted',
  PATC: 'accepted',
  PDNG: 'accepted',
  RCVD: 'accepted',
  CANC: 'refused',
  RJCT: 'refused',
  PART: 'part',
};
