import type { Provisioned } from './provision.js';
import type { Credentials } from './provision-secrets.js';

const NONE: Credentials = { apiKeys: {}, secretKeys: {}, webhookSecrets: {} };

/** The secrets of one corporate. */
export const credentialsOf = (
  { corporates }: Provisioned,
  corporateTenantId: string,
): Credentials =>
  Object.hasOwn(corporates, corporateTenantId) ? (corporates[corporateTenantId] ?? NONE) : NONE;

/** The secrets of both; where both have one of a name or URL, the later. */
export const mergeCredentials = (earlier: Provisioned, later: Provisioned): Provisioned => {
  const ids = [...new Set([...Object.keys(earlier.corporates), ...Object.keys(later.corporates)])];
  return {
    corporates: Object.fromEntries(
      ids.map((id) => {
        const [a, b] = [credentialsOf(earlier, id), credentialsOf(later, id)];
        return [
          id,
          {
            apiKeys: { ...a.apiKeys, ...b.apiKeys },
            secretKeys: { ...a.secretKeys, ...b.secretKeys },
            webhookSecrets: { ...a.webhookSecrets, ...b.webhookSecrets },
          },
        ];
      }),
    ),
  };
};
