import type { Incident } from '../../model/journal/entry/incident.js';
import type { IncidentKind } from '../../model/journal/entry/incident-kind.js';
import type { Storage } from '../../storage/storage.js';
import { requireKnown } from './known-filters.js';
import { operatorPayout, type OperatorPayout } from './operator-payout.js';
import { payoutsOf } from './payouts-of.js';

/** Something that a person should look at, and the payout that it is about, if it is about one. */
export interface OperatorIncident {
  readonly incident: Incident;
  readonly payout?: OperatorPayout;
}

/** Which incidents. */
export interface IncidentsFilter {
  readonly kind?: IncidentKind;
  readonly corporateTenantId?: string;
}

const INCIDENTS_A_READ = 500;

/**
 * Lists the incidents of all corporates, the one that was raised last first, each with its payout. Reads on as long as
 * its caller does.
 *
 * @throws TypeError for a filter that there is not.
 */
export async function* listAllIncidents(
  storage: Storage,
  filters: IncidentsFilter = {},
): AsyncGenerator<OperatorIncident> {
  requireKnown('listAllIncidents', filters, ['kind', 'corporateTenantId']);
  const { kind, corporateTenantId } = filters;
  let before: number | undefined;
  for (;;) {
    const behind = before;
    const { placed, payouts } = await storage.read(async (stores) => {
      const read = await stores.journal.latestIncidents(INCIDENTS_A_READ, behind);
      const subjects = read.map(({ incident }) => ({ ...incident, subject: incident.subjectId }));
      return { placed: read, payouts: await payoutsOf(stores, subjects) };
    });
    for (const { incident } of placed) {
      if (kind !== undefined && incident.kind !== kind) continue;
      if (
        corporateTenantId !== undefined &&
        incident.tenant.corporateTenantId !== corporateTenantId
      )
        continue;
      const payout = payouts.get(incident.subjectId);
      yield { incident, ...(payout !== undefined && { payout: operatorPayout(payout) }) };
    }
    if (placed.length < INCIDENTS_A_READ) return;
    before = placed.at(-1)?.place;
  }
}
