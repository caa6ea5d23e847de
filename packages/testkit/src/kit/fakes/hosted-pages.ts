import type { HostedPages } from '@hundi/core';

/** Pages of a sandbox without a server. */
export const hostedPages = (): HostedPages => ({
  baseUrl: () => 'https://pay.example',
  allowsLoopback: true,
});
