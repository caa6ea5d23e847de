import type { Incident } from '../../model/journal/entry/incident.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { iso, type EpochMs } from '../../kernel/values/time.js';

/** Raised once for each corporate and line. */
export const restored = (tenant: Tenant, line: EpochMs, at: EpochMs): Incident => ({
  tenant,
  kind: 'database_restored',
  subjectId: iso(line),
  at,
  detail:
    'the bank is asked about payouts made up to this moment before they are sent, rejected or cancelled',
});
