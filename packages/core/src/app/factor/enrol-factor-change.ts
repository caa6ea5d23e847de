import * as t from 'io-ts';
import { passkeySeal, type Owner } from '../../model/authority/seal/signing-passkey.js';
import type { RecordChanges } from '../writer/changes.js';
import { canonicalJson } from '../../kernel/codecs/json.js';
import { record } from '../../kernel/codecs/record.js';
import { E } from '../../kernel/fp.js';
import { sha256 } from '../../kernel/secrets/digest.js';
import { UserId } from '../../kernel/values/ids.js';
import { FilledLabel } from '../../kernel/values/text.js';
import { approvalOf, type Making, type SettingsChangeKind } from '../settings/change-kind.js';
import { Permission } from '../../model/tenancy/user.js';
import { factorEntry } from '../../model/factor/held/factor-entry.js';
import { FactorNotFound } from '../../model/factor/held/factor-errors.js';
import { stepFactor, type FactorCommand } from '../../model/factor/held/factor-machine.js';
import { factorsAt, type Factor, type PersonFactors } from '../../model/factor/held/factor.js';
import { FactorKind } from '../../kernel/values/factor-kind.js';
import { withFactors } from '../../model/factor/held/with-factors.js';

const Enrolment = record(
  'Enrolment',
  { userId: UserId, factorId: t.string, factorKind: FactorKind, name: FilledLabel },
  {
    /** SHA-256 of the passkey that was proved: no other becomes active in its place. */
    passkey: t.string,
  },
);
type Enrolment = t.TypeOf<typeof Enrolment>;

/** The enrolment of a factor that its person has proved. */
export const enrolmentOf = (userId: UserId, factor: Factor): Enrolment => {
  const passkey = passkeyDigest(factor);
  const { factorId, kind: factorKind, name } = factor;
  return { userId, factorId, factorKind, name, ...(passkey !== undefined && { passkey }) };
};

const passkeyDigest = (factor: Factor): string | undefined => {
  if (factor.kind !== 'passkey' || factor.credential === undefined) return undefined;
  const { credentialId, publicKey } = factor.credential;
  return sha256(canonicalJson({ credentialId, publicKey }));
};

/** A factor that waits, and all that its person has. */
interface Waiting {
  readonly held: PersonFactors;
  readonly before: Factor;
}

/** A factor that its person has proved: it opens nothing until this is made. */
export const enrolFactorChange: SettingsChangeKind<Enrolment, FactorNotFound, Waiting> = {
  name: 'enrol_factor',
  needsFactor: 'if_held',
  // Each person enrols their own, whatever they may do.
  permissions: Object.keys(Permission.keys) as ReadonlyArray<Permission>,
  payload: Enrolment,
  details: ({ passkey: _digest, ...shown }) => shown,
  check: async ({ factors, journal }, tenant, { userId, factorId }, { at }) => {
    const held = await factors.find(tenant, userId);
    const before = held && factorsAt(held, at).find((one) => one.factorId === factorId);
    // One that its person removed, and that somebody put back, waits no more.
    const last = await journal.last(tenant, factorId);
    return held !== undefined && before?.state === 'waiting' && last?.to === 'waiting'
      ? E.right({ held, before })
      : E.left(FactorNotFound());
  },
  isStill: ({ userId, passkey }, { held, before }) =>
    held.userId === userId && passkeyDigest(before) === passkey,
  make: (tenant, { userId }, making, waiting) =>
    turn({ tenant, userId }, waiting, 'approve', making),
  reject: (tenant, { userId }, making, waiting) =>
    turn({ tenant, userId }, waiting, 'remove', making),
};

const turn = (
  owner: Owner,
  { held, before }: Waiting,
  type: Extract<FactorCommand['type'], 'approve' | 'remove'>,
  making: Making,
): RecordChanges => {
  const { by: actor, at } = making;
  const stepped = stepFactor(before, { type, at });
  if (E.isLeft(stepped)) return {};
  const next = sealedAs(owner, stepped.right, making.sealing?.key);
  const left = held.factors.flatMap((one) =>
    one.factorId !== before.factorId ? [one] : next.state === 'removed' ? [] : [next],
  );
  const written = withFactors(held, left, { at, actor });
  const happened = { at, actor, changes: approvalOf(making) };
  return {
    saves: [({ factors }) => factors.put(written.held)],
    entries: [factorEntry(written.held, before, next, happened), ...written.entries],
  };
};

/** An active passkey with the seal of whose it is. */
const sealedAs = (owner: Owner, factor: Factor, key: Uint8Array | undefined): Factor => {
  if (factor.kind !== 'passkey' || factor.state !== 'active') return factor;
  const { factorId, credential } = factor;
  if (key === undefined || credential === undefined)
    throw new Error('a passkey becomes active with the authority key at hand only');
  const { credentialId, publicKey } = credential;
  const seal = passkeySeal(key, owner, { factorId, credentialId, publicKey });
  return { ...factor, seal };
};
