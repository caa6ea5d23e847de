import { canonicalJson, type JsonObject } from '../../../kernel/codecs/json.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { following, type JournalEntry } from '../../../model/journal/entry/entry.js';
import { PROVISION } from '../../../model/tenancy/provision-actor.js';
import type { Stores } from '../../../storage/storage.js';

/** Records by place, such as `packages/VENDOR`. No secret is among them. */
export type Records = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** A record that a document changes. */
export interface ChangedRecord {
  readonly place: string;
  readonly kind: 'added' | 'changed';
  /** The members that change, each before and after; absent ones are left out. */
  readonly members: Readonly<
    Record<string, { readonly before?: unknown; readonly after?: unknown }>
  >;
}

const CORPORATE = 'corporate';

/** The records of a corporate that its document sets, and people do not make. */
export const tenancyRecords = async (
  { tenancy }: Pick<Stores, 'tenancy'>,
  tenant: Tenant,
): Promise<Records> => {
  const corporate = await tenancy.corporate(tenant);
  const roles = await tenancy.roles(tenant);
  const users = await tenancy.users(tenant);
  const accounts = await tenancy.debitAccounts(tenant);
  const packages = await tenancy.packages(tenant);
  return new Map<string, object>([
    ...(corporate === undefined ? [] : [[CORPORATE, corporate] as const]),
    ...roles.map((one) => [`roles/${one.roleCode}`, one] as const),
    ...users.map((one) => [`users/${one.userId}`, one] as const),
    ...accounts.map((one) => [`debitAccounts/${one.debitAccountId}`, one] as const),
    ...packages.map(
      ({ packageId: _id, createdAt: _at, updatedAt: _changed, ...one }) =>
        [`packages/${one.packageCode}`, one] as const,
    ),
  ]) as Records;
};

const changedMembers = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ChangedRecord['members'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null))
      .map((name) => [
        name,
        {
          ...(before[name] !== undefined && { before: before[name] }),
          ...(after[name] !== undefined && { after: after[name] }),
        },
      ]),
  );

/** What has changed in records. A document takes none away. */
export const changedRecords = (before: Records, after: Records): ReadonlyArray<ChangedRecord> =>
  [...after].flatMap(([place, record]): ReadonlyArray<ChangedRecord> => {
    const known = before.get(place);
    const members = changedMembers(known ?? {}, record);
    if (known !== undefined && Object.keys(members).length === 0) return [];
    return [{ place, kind: known === undefined ? 'added' : 'changed', members }];
  });

/** Members whose changes have entries of their own. */
const TOLD_APART: ReadonlySet<string> = new Set([
  'approvalMatrix',
  'approvalPolicyVersion',
  'policySeal',
  'suspended',
]);

/** The entry of what a document changed in the records of a corporate that was there before; none if that is nothing. */
export const provisionedEntry = (
  tenant: Tenant,
  changed: ReadonlyArray<ChangedRecord>,
  last: JournalEntry | undefined,
  at: EpochMs,
): ReadonlyArray<JournalEntry> => {
  const told = changed.flatMap(({ place, members }) => {
    const own = Object.entries(members).filter(([name]) => !TOLD_APART.has(name));
    return own.length === 0 ? [] : [[place, Object.fromEntries(own)] as const];
  });
  if (told.length === 0) return [];
  return [
    following(last, {
      tenant,
      subjectKind: 'corporate',
      subjectId: tenant.corporateTenantId,
      to: 'configured',
      at: Math.max(at, last?.at ?? 0),
      actor: PROVISION,
      changes: Object.fromEntries(told) as JsonObject,
    }),
  ];
};
