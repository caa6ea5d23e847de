import { token } from '../kernel/token.js';

/**
 * The address at which browsers find the pages that the engine hosts (§4.12, §4.13), from the configuration, never from a
 * request.
 */
export interface HostedPages {
  /**
   * The beginning of their addresses, without a trailing slash. The engine reads it for each address: some hosts know
   * it late.
   */
  readonly baseUrl: () => string;
  /** Whether a browser may be sent back to `http` on a loopback host: in sandboxes only. */
  readonly allowsLoopback: boolean;
}
export const HostedPages = token<HostedPages>('HostedPages');
