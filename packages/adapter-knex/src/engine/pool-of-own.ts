import type { Knex } from 'knex';

/** Properties that Knex's types leave out; a transaction made from another one has both marks, too. */
interface Handed {
  readonly isTransaction?: boolean;
  readonly client: { readonly transacting?: boolean; readonly pool?: unknown };
}

/**
 * A unit of work begins and commits a transaction of its own. On the one connection of a transaction that
 * another caller has begun, its COMMIT would be theirs.
 *
 * @throws for what has no connections of its own to give.
 */
export const requirePool = (db: Knex): void => {
  const { isTransaction, client } = db as unknown as Handed;
  if (isTransaction === true || client.transacting === true) {
    throw new Error(
      'this Knex is a transaction, and a unit of work would commit it: pass the Knex on which transaction() was called, and begin the unit of work outside of it',
    );
  }
  if (client.pool === undefined) {
    throw new Error(
      'this Knex has no connections: it was destroyed, or made without `connection`; pass one that is open',
    );
  }
};
