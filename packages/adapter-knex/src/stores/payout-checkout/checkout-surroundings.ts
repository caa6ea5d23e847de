import { stored } from '@hundi/core/wire';
import {
  Beneficiary,
  type CheckoutSurroundings,
  type PayoutCheckoutStore,
} from '@hundi/core/storage';
import type { Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { OWNER } from '../rows/owner.js';
import { selectSettings, settingsOf, type SettingRow } from '../access/payout-surroundings.js';
import { checkoutOf, type CheckoutRow } from './checkout-row.js';

interface Row extends CheckoutRow {
  readonly kind: SettingRow['kind'] | 'session' | 'beneficiary';
}

/** The columns of a session that lead to its surroundings. */
type Lead = 'corporate_id' | 'bank_id' | 'user_id' | 'beneficiary_id';

/** What stands around the session that `lead` says. */
const aroundStatement = (
  dialect: Dialect,
  lead: (column: Lead) => string,
): ReadonlyArray<string> => {
  const { using, lookup } = dialect;
  const owned = `corporate_id = ${lead('corporate_id')} AND bank_id = ${lead('bank_id')}`;
  return [
    ...selectSettings(dialect, { corporate: lead('corporate_id'), bank: lead('bank_id') }),
    `SELECT 'user' AS kind, record FROM users ${using('users_by_id')}
      WHERE ${owned} AND id = ${lead('user_id')}`,
    `SELECT 'beneficiary' AS kind, record FROM beneficiaries ${using('beneficiaries_by_id')}
      WHERE ${owned} AND beneficiary_id = ${lead('beneficiary_id')}`,
    lookup({
      table: 'packages',
      index: 'packages_by_id',
      select: `'package' AS kind, t.record`,
      where: 't.corporate_id = s.corporate_id AND t.bank_id = s.bank_id AND t.id = s.package_code',
    })(
      `(SELECT corporate_id, bank_id, package_code
        FROM beneficiary_packages ${using('beneficiary_packages_of')}
        WHERE ${owned} AND beneficiary_id = ${lead('beneficiary_id')}) s`,
    ),
  ];
};

/** The session and what stands around it in one statement: a person waits for the page. */
const togetherStatement = (dialect: Dialect): string => {
  // Metadata may hold a NUL or half a surrogate pair, which PostgreSQL refuses to read as JSON: no `\u` is left to be read.
  // An id may hold a backslash, which JSON doubles, and holds no space: a space stands for it meanwhile.
  const record = String.raw`replace(replace(record, '\\', ' '), '\u', '/u')`;
  const member = (name: string): string =>
    String.raw`replace(${dialect.schema.member(record, name)}, ' ', '\')`;
  const around = aroundStatement(dialect, (column) => `(SELECT ${column} FROM shown)`);
  return `WITH shown AS (SELECT corporate_id, bank_id, record, tries,
      ${member('makerUserId')} AS user_id,
      ${member('beneficiaryId')} AS beneficiary_id
    FROM payout_checkouts WHERE session_id = :session_id)
    SELECT 'session' AS kind, record, tries FROM shown
    UNION ALL SELECT kind, record, 0 AS tries FROM (${around.join(' UNION ALL ')}) around`;
};

type FindAnywhere = (session: Session) => PayoutCheckoutStore['findAnywhere'];
type FindSurrounded = (session: Session) => PayoutCheckoutStore['findSurrounded'];

const together = (dialect: Dialect): FindSurrounded => {
  const statement = named(togetherStatement(dialect));
  return (session) => async (id) => {
    const rows = (await statement.all(session, { session_id: id })) as ReadonlyArray<Row>;
    const found = checkoutOf(rows.filter(({ kind }) => kind === 'session'));
    return found && { ...found, surroundings: () => laidOut(rows) };
  };
};

/** A distributed engine must read which corporate it is before it is asked for the corporate's records. */
const oneByOne = (dialect: Dialect, findAnywhere: FindAnywhere): FindSurrounded => {
  const statement = named(aroundStatement(dialect, (column) => `:${column}`).join(' UNION ALL '));
  return (session) => async (id) => {
    const found = await findAnywhere(session)(id);
    if (found === undefined) return undefined;
    const rows = await statement.all(session, {
      ...OWNER.values(found.session),
      user_id: found.session.makerUserId,
      beneficiary_id: found.session.beneficiaryId,
    });
    return { ...found, surroundings: () => laidOut(rows as ReadonlyArray<Row>) };
  };
};

/** Reads a session with what stands around it. */
export const findSurrounded = (dialect: Dialect, findAnywhere: FindAnywhere): FindSurrounded =>
  dialect.isSpread ? oneByOne(dialect, findAnywhere) : together(dialect);

const laidOut = (rows: ReadonlyArray<Row>): CheckoutSurroundings => {
  const settings = settingsOf(rows);
  const payee = rows.find(({ kind }) => kind === 'beneficiary');
  if (settings === undefined || payee === undefined)
    throw new Error('a session without bank, corporate or beneficiary');
  const { makers, ...around } = settings;
  const [maker] = makers;
  if (maker === undefined) throw new Error('a session without maker');
  return { ...around, maker, beneficiary: stored(Beneficiary, payee.record) };
};
