import type { ProvisionResult } from '@hundi/core';
import type { LogFields } from '../log/log-fields.js';

/**
 * What a line of the log says of all that a provision document names no longer; undefined where it names everything.
 */
export const absentFields = ({
  absent,
  absentCorporates,
}: Pick<ProvisionResult, 'absent' | 'absentCorporates'>): LogFields | undefined => {
  const counted = absent.map(({ users, apiKeys, secretKeys, webhookEndpoints, isEnded }) => ({
    isEnded,
    count: users.length + apiKeys.length + secretKeys.length + webhookEndpoints.length,
  }));
  const sum = (of: typeof counted): number => of.reduce((all, { count }) => all + count, 0);
  const absentCount = sum(counted) + absentCorporates.length;
  if (absentCount === 0) return undefined;
  return {
    absentCount,
    endedCount: sum(counted.filter(({ isEnded }) => isEnded)),
    absentCorporates,
    absentUsers: absent.flatMap(({ corporateTenantId, users }) =>
      users.map((userId) => `${corporateTenantId}/${userId}`),
    ),
    absentKeys: absent.flatMap(({ apiKeys, secretKeys }) => [...apiKeys, ...secretKeys]),
    absentEndpoints: absent.flatMap(({ webhookEndpoints }) => webhookEndpoints),
  };
};
