import type { Stores } from '@hundi/core';

/** Reads keys, and what shows under which key secrets are sealed. */
export const lookAtKeys = async ({ access, webhookEndpoints }: Stores): Promise<void> => {
  const many = Array.from({ length: 100 }, (_, n) => String(n));
  await access.apiKeys(['api-key-1']);
  await access.apiKeys(many.map((n) => `api-key-${n}`));
  await access.uses(['1']);
  await access.uses(many);
  await access.someSecretKeys(20);
  await access.canary();
  await webhookEndpoints.some(20);
};
