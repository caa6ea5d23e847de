import { token } from '../kernel/token.js';

/** The address at which browsers find the pages that the engine hosts (§4.12), as it is configured and never as a request names it. */
export interface HostedPages {
  /** What their addresses begin with, without a slash at the end. Asked anew for each: some hosts know it late. */
  readonly baseUrl: () => string;
  /** Whether a browser may be sent back to `http` on a loopback host: in sandboxes only. */
  readonly allowsLoopback: boolean;
}
export const HostedPages = token<HostedPages>('HostedPages');
