import { tenantOf, type Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Storage } from '../../storage/storage.js';
import type { DisabledBy } from '../../model/webhook/endpoint/endpoint-machine.js';

/** A webhook endpoint that nothing is sent to. */
export interface DisabledEndpoint {
  readonly tenant: Tenant;
  readonly endpointId: string;
  readonly url: string;
  /** It said 410, failed for five days, or a person wants it so. */
  readonly by: DisabledBy;
  readonly at: EpochMs;
}

const REASONS: ReadonlyArray<DisabledBy> = ['failing', 'gone', 'person'];

/** Lists endpoints of all corporates that nothing is sent to, at most `limit` for each reason; the latest first. */
export const listDisabledEndpoints = (
  storage: Storage,
  limit: number,
): Promise<ReadonlyArray<DisabledEndpoint>> =>
  storage.read(async ({ webhookEndpoints }) => {
    const all: DisabledEndpoint[] = [];
    for (const by of REASONS)
      for (const one of await webhookEndpoints.disabledBy(by, limit)) {
        const { endpointId, url, disabled } = one;
        all.push({ tenant: tenantOf(one), endpointId, url, by, at: disabled?.at ?? 0 });
      }
    return all.sort((a, b) => b.at - a.at);
  });
