import {
  E,
  type Clock,
  type Credentials,
  type Entropy,
  type Hundi,
  type ProvisionDefaults,
  type ProvisionDocument,
  type Provisioned,
  type Storage,
} from '@hundi/core';
import {
  bringSecrets,
  credentialsOf,
  endingCalendars,
  mergeCredentials,
} from '@hundi/core/operator';
import type { Logger } from '../log/logger.js';
import { StartRefused } from '../config/start-refused.js';
import { absentFields } from './absent-fields.js';
import { faultsOf } from './read-document.js';
import { readCredentials, writeCredentials } from './credentials-file.js';

/**
 * Applies the document, and keeps every secret that it makes in the data directory: written there first,
 * so that no key is ever valid and unknown. One line of the log says what the document names no longer,
 * one of which payees it says what does not stand, one of which approval policies, and one which of its
 * calendars end soon. Processes that
 * share the directory run it one after the other: each writes the file whole.
 *
 * @returns the secrets that were made.
 */
export const provisionTenants = async (
  parts: {
    readonly engine: Pick<Hundi, 'provision'>;
    readonly storage: Storage;
    readonly clock: Clock;
    readonly entropy: Entropy;
    readonly dataDir: string;
    readonly logger: Pick<Logger, 'warn'>;
  },
  document: ProvisionDocument,
  defaults: ProvisionDefaults = {},
): Promise<Provisioned> => {
  const { engine, storage, clock, entropy, dataDir, logger } = parts;
  const kept = await readCredentials(dataDir);
  const { document: complete, brought } = await bringSecrets(storage, document, {
    kept,
    entropy,
    now: clock.now(),
  });
  await update(dataDir, (before) => mergeCredentials(before, brought));

  const made = await engine.provision(complete, defaults);
  if (E.isLeft(made)) throw new StartRefused(`PROVISION_FILE: ${faultsOf(made.left)}`);
  await update(dataDir, (before) =>
    mergeCredentials(without(before, brought, made.right), made.right),
  );
  const absent = absentFields(made.right);
  if (absent !== undefined) logger.warn('provision document omits existing records', absent);
  const { differences, policyDifferences, unprovenPolicies } = made.right;
  if (differences.length > 0)
    logger.warn('provision document differs from payees, which stay as they are', {
      differingCount: differences.length,
      differingPayees: differences.map(
        ({ corporateTenantId, beneId }) => `${corporateTenantId}/${beneId}`,
      ),
      differingMembers: [...new Set(differences.flatMap(({ members }) => Object.keys(members)))],
    });
  if (policyDifferences.length > 0)
    logger.warn('provision document differs from approval policies, which stay as they are', {
      differingPolicies: policyDifferences.map(({ corporateTenantId }) => corporateTenantId),
    });
  if (unprovenPolicies.length > 0)
    logger.warn(
      'stored policies are not proven: payouts of their corporates wait until somebody vouches for them',
      { unprovenPolicies },
    );
  const ending = endingCalendars(document, clock.now());
  if (ending.length > 0)
    logger.warn('calendars end before the latest day that payments may be dated', {
      endingCalendars: ending.map(
        ({ bankTenantId, calendar }) => `${bankTenantId}/${calendar.calendarCode}`,
      ),
    });
  return { corporates: made.right.corporates };
};

const update = async (
  dataDir: string,
  change: (before: Provisioned) => Provisioned,
): Promise<void> => {
  const before = await readCredentials(dataDir);
  const after = change(before);
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeCredentials(dataDir, after);
};

/** Another process that started at the same moment was first: what we brought for that name is no key. */
const without = (all: Provisioned, brought: Provisioned, made: Provisioned): Provisioned => ({
  corporates: Object.fromEntries(
    Object.entries(all.corporates).map(([id, kept]) => {
      const [ours, theirs] = [credentialsOf(brought, id), credentialsOf(made, id)];
      const good = (of: keyof Credentials) =>
        Object.fromEntries(
          Object.entries(kept[of]).filter(
            ([name, text]) => ours[of][name] !== text || theirs[of][name] === text,
          ),
        );
      return [
        id,
        {
          apiKeys: good('apiKeys'),
          secretKeys: good('secretKeys'),
          webhookSecrets: good('webhookSecrets'),
        },
      ];
    }),
  ),
});
