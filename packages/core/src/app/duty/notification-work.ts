import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { NewWork, Work } from '../../storage/work-store.js';

/** The work of a corporate: to look for what its people are to be mailed of. */
const LOOK = 'notifications';
const PERSON = 'notifications:';

/** Work to look, at a moment, for what the people of a corporate are to be mailed of. */
export const lookingWork = (tenant: Tenant, runAt: EpochMs): NewWork => ({
  duty: 'gather-notifications',
  subject: LOOK,
  tenant,
  runAt,
});

export const mailingWork = (tenant: Tenant, userId: UserId, runAt: EpochMs): NewWork => ({
  duty: 'send-notifications',
  subject: `${PERSON}${userId}`,
  tenant,
  runAt,
});

/** The person whom work is to mail; undefined for other work. */
export const mailedPerson = ({ subject }: Pick<Work, 'subject'>): UserId | undefined =>
  subject.startsWith(PERSON) ? (subject.slice(PERSON.length) as UserId) : undefined;

/** Whom work of notifications is about, under an id that people know; undefined for other work. */
export const notified = ({ subject, tenant }: Pick<Work, 'subject' | 'tenant'>) =>
  subject === LOOK ? tenant.corporateTenantId : mailedPerson({ subject });
