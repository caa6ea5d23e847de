import * as t from 'io-ts';
import { writeRecordsAcross } from '../../writer/write-changes.js';
import { record } from '../../../kernel/codecs/record.js';
import { E } from '../../../kernel/fp.js';
import { recipe, token } from '../../../kernel/token.js';
import { openUseCase, type OpenUseCase } from '../../../kernel/use-case/use-case.js';
import { BankTenantId, CorporateTenantId, type TransactionId } from '../../../kernel/values/ids.js';
import { byTenant, nameOfTenant, type Tenant } from '../../../kernel/values/tenant.js';
import { IncidentText } from '../../../kernel/values/text.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import { Clock } from '../../../ports/clock.js';
import { transactionOf } from '../../../model/settlement/order/bank-ref.js';
import { Storage, type Stores } from '../../../storage/storage.js';
import type { Incident } from '../../../model/journal/entry/incident.js';
import { HOST_KINDS, ownId } from './of-bank.js';

const HostIncident = record(
  'HostIncident',
  {
    kind: t.keyof(HOST_KINDS, 'HostIncidentKind'),
    bankTenantId: BankTenantId,
    /** What the incident is about, such as a file under the name by which it is kept. */
    subjectId: IncidentText,
    /** What a person must know, with both sides where two disagree. */
    detail: IncidentText,
  },
  {
    /** Left out where the incident concerns the bank as a whole. */
    corporateTenantId: CorporateTenantId,
    /** The order concerned: if it is of a payout of one of the banks, the incident is about that, at its corporate. */
    bankRef: t.string,
    /** The other banks that the same rail serves: what is about no payout of theirs, and no corporate, stands at each. */
    otherBanks: t.readonlyArray(BankTenantId),
  },
);
type HostIncident = t.TypeOf<typeof HostIncident>;

/** What a host saw, each with the bank that it concerns. */
export const RaiseIncidentsInput = t.strict({ incidents: t.readonlyArray(HostIncident) });
export type RaiseIncidentsInput = t.TypeOf<typeof RaiseIncidentsInput>;

/**
 * Raises incidents about what only the host sees: files of a bank that it refused, and what they say that agrees with no
 * order. They are listed as all incidents are; one of the bank as a whole stands under the bank's own id, and only
 * operators see it. The same subject raises the same kind once, however often a host reads a file; of a payout, each
 * file that says something else of it does.
 */
export type RaiseIncidents = OpenUseCase<RaiseIncidentsInput, never, void>;
export const RaiseIncidents = token<RaiseIncidents>('RaiseIncidents');

export const makeRaiseIncidents = recipe(RaiseIncidents, { Storage, Clock }, ({ storage, clock }) =>
  openUseCase(RaiseIncidentsInput, ({ incidents }) =>
    storage.atomically(async (stores) => {
      const owners = await ownersOf(stores, incidents);
      const at = clock.now();
      const placed = incidents.flatMap((one) => placesOf(one, owners, at));
      await writeRecordsAcross(stores, { incidents: placed.map(({ incident }) => incident) });
      // Read behind the write, so that two processes that raise at once both see whose word was first.
      await writeRecordsAcross(stores, { incidents: await underOtherSubject(stores, placed) });
      return E.right(undefined);
    }),
  ),
);

const payoutOf = ({ bankRef }: HostIncident): TransactionId | undefined =>
  bankRef === undefined ? undefined : transactionOf(bankRef);

/** An incident about an order, and the subject under which it stands where another word about the order came first. */
interface Placed {
  readonly incident: Incident;
  readonly subjectIfTaken?: string;
}

const placesOf = (
  one: HostIncident,
  owners: ReadonlyMap<TransactionId, Tenant>,
  at: EpochMs,
): ReadonlyArray<Placed> => {
  const { bankTenantId, corporateTenantId, otherBanks = [], kind, subjectId, detail } = one;
  const banks = [bankTenantId, ...otherBanks];
  const transactionId = payoutOf(one);
  const owner = transactionId && owners.get(transactionId);
  // A file of one bank says nothing of a payout of another.
  if (transactionId !== undefined && owner !== undefined && banks.includes(owner.bankTenantId)) {
    const said = `${subjectId}: ${detail}`;
    return [
      {
        incident: { tenant: owner, kind, subjectId: transactionId, at, detail: said },
        subjectIfTaken: `${transactionId}: ${subjectId}`,
      },
    ];
  }
  const tenants =
    corporateTenantId === undefined
      ? banks.map((bank) => ({ bankTenantId: bank, corporateTenantId: ownId(bank) }))
      : [{ bankTenantId, corporateTenantId }];
  return tenants.map((tenant) => ({
    incident: { tenant, kind, subjectId, at, detail },
    ...(one.bankRef !== undefined && { subjectIfTaken: `${subjectId}: ${one.bankRef}` }),
  }));
};

/** The incidents about orders whose subject says something else by now, each under its other subject. */
const underOtherSubject = async (
  { journal }: Stores,
  placed: ReadonlyArray<Placed>,
): Promise<ReadonlyArray<Incident>> => {
  const sought = placed.flatMap(({ incident, subjectIfTaken }) =>
    subjectIfTaken === undefined ? [] : [incident],
  );
  const said = new Map<string, string>();
  for (const [tenant, own] of byTenant(sought)) {
    const subjects = own.map(({ subjectId }) => subjectId);
    for (const one of await journal.incidentsAbout(tenant, subjects))
      said.set(placeKey(one), one.detail);
  }
  return placed.flatMap(({ incident, subjectIfTaken }) =>
    subjectIfTaken === undefined || said.get(placeKey(incident)) === incident.detail
      ? []
      : [{ ...incident, subjectId: subjectIfTaken }],
  );
};

const placeKey = ({ tenant, kind, subjectId }: Incident): string =>
  JSON.stringify([nameOfTenant(tenant), kind, subjectId]);

/** Whose the payouts are that incidents are about, in the archive or not. */
const ownersOf = async (
  { payouts, archives }: Stores,
  incidents: ReadonlyArray<HostIncident>,
): Promise<ReadonlyMap<TransactionId, Tenant>> => {
  const ids = new Set(incidents.flatMap((one) => payoutOf(one) ?? []));
  const found = ids.size === 0 ? [] : await payouts.findAnywhere([...ids]);
  const owners = new Map(found.map(({ order }) => [order.transactionId, order.tenant]));
  for (const id of ids) {
    if (owners.has(id)) continue;
    const place = await archives.findAnywhere(id);
    if (place !== undefined) owners.set(id, place.tenant);
  }
  return owners;
};
