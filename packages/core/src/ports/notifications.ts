import { token } from '../kernel/token.js';

/**
 * Has people mailed of what waits for them, of what of it expires soon, and of what became of what they made
 * (decisions §14). A host that does not give it mails nothing of the kind.
 */
export interface Notifications {
  /**
   * The address at which people log in to their portal, for the mails to name; undefined where they are to name none. The
   * engine reads it for each mail: some hosts know it late.
   */
  readonly portalUrl: () => string | undefined;
}
export const Notifications = token<Notifications>('Notifications');
