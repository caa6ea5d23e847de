import { mailboxOf, stored } from '@hundi/core/wire';
import { Corporate, User, type Addressee, type TenancyStore } from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';

interface AddresseeRow {
  readonly record: string;
  readonly corporate: string | null;
}

const addresseesOf = (rows: ReadonlyArray<AddresseeRow>): ReadonlyArray<Addressee> =>
  rows.flatMap(({ record, corporate }) =>
    corporate === null
      ? []
      : [{ corporate: stored(Corporate, corporate), user: stored(User, record) }],
  );

/** Finds people by their e-mail address, with the corporate of each. */
export const addresseeReads = (
  dialect: Dialect,
): ((session: Session) => Pick<TenancyStore, 'addressees'>) => {
  const byEmail = `users ${dialect.using('users_by_email')} WHERE email`;
  // An address of no user reads and decodes the users of the first address instead, and drops them: it takes as long.
  // The corporate is no join: PostgreSQL would walk through the corporates for it.
  const find = `SELECT t.record, (
      SELECT c.record FROM corporates c
      WHERE c.corporate_id = t.corporate_id AND c.bank_id = t.bank_id
    ) AS corporate FROM users t ${dialect.using('users_by_email')} WHERE t.email = coalesce(
      (SELECT email FROM ${byEmail} = ? LIMIT 1),
      (SELECT email FROM ${byEmail} > '' ORDER BY email LIMIT 1)
    )`;
  return (session) => ({
    // A user without an address has the empty one there.
    addressees: async (mailbox) =>
      mailbox === ''
        ? []
        : addresseesOf((await session.all(find, [mailbox])) as ReadonlyArray<AddresseeRow>).filter(
            ({ user: { email } }) => email !== undefined && mailboxOf(email) === mailbox,
          ),
  });
};
