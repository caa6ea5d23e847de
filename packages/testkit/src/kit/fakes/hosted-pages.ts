import type { HostedPages } from '@hundi/core';

/** Pages of a sandbox that nobody serves. */
export const hostedPages = (): HostedPages => ({
  baseUrl: () => 'https://pay.example',
  allowsLoopback: true,
});
