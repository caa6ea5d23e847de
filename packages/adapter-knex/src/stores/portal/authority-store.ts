import { ApprovalSignature, SealedAuthorityKey, type AuthorityStore } from '@hundi/core/storage';
import { rowsOf, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { insertingOne, named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { OWNED, OWNER } from '../rows/owner.js';
import { recordsOf } from '../rows/small-records.js';

const SIGNATURE = rowsOf<ApprovalSignature>()({
  corporate_id: text(({ corporateTenantId }) => corporateTenantId),
  bank_id: text(({ bankTenantId }) => bankTenantId),
  id: text(({ signatureId }) => signatureId),
  record: text((signature) => JSON.stringify(ApprovalSignature.encode(signature))),
});

const KEY = rowsOf<SealedAuthorityKey>()({
  id: text(({ id }) => id),
  record: text((key) => JSON.stringify(SealedAuthorityKey.encode(key))),
});

/** The key of seals, and the signatures of approvals. */
export const authorityStore = (dialect: Dialect): ((session: Session) => AuthorityStore) => {
  const key = named(`SELECT record FROM authority_key WHERE id = 'authority'`);
  // Waits for a concurrent writer of the key.
  const addKey = named(`${insertingOne('authority_key', KEY.names)} ON CONFLICT (id) DO NOTHING`);
  const add = named(insertingOne('approval_signatures', SIGNATURE.names));
  const from = `SELECT record FROM approval_signatures ${dialect.using(dialect.primaryOf('approval_signatures'))}`;
  const find = named(`${from} WHERE ${OWNED} AND id = :id`);
  const after = named(`${from} WHERE ${OWNED} AND id > :after ORDER BY id LIMIT :limit`);

  return (session) => ({
    key: async () => recordsOf(SealedAuthorityKey, await key.all(session, {}))[0],
    addKey: async (made) => (await addKey.run(session, KEY.values(made))) > 0,
    addSignature: async (signature) => {
      await add.run(session, SIGNATURE.values(signature));
    },
    signature: async (tenant, id) => {
      const values = { ...OWNER.values(tenant), id };
      return recordsOf(ApprovalSignature, await find.all(session, values))[0];
    },
    signaturesAfter: async (tenant, last = '', limit) => {
      const values = { ...OWNER.values(tenant), after: last, limit };
      return recordsOf(ApprovalSignature, await after.all(session, values));
    },
  });
};
