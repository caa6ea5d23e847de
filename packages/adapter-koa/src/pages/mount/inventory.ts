import { CARD } from '../card/card-script.js';
import { COMFORT } from '../script/comfort-script.js';
import type { PageScript } from '../script/page-script.js';
import { CHOICES } from '../payout/choices-script.js';
import { PASSKEY } from '../script/passkey-script.js';
import { SESSION_END } from '../portal/session-script.js';

/** A script as the inventory lists it (PCI DSS 6.4.3): what it is for, and the text that it may have. */
export type ListedScript = Pick<PageScript, 'name' | 'reason' | 'hash'>;

/** Every script that a hosted page may carry. There is no other, and none from anywhere else. */
export const INVENTORY: ReadonlyArray<ListedScript> = [
  COMFORT,
  CARD,
  CHOICES,
  SESSION_END,
  PASSKEY,
].map(({ name, reason, hash }) => ({ name, reason, hash }));

/** Where the inventory is kept for people to look at, seen from this file as it is compiled. */
export const INVENTORY_FILE = new URL('../../../page-scripts.json', import.meta.url);

/** The inventory as it is kept. */
export const inventoryText = (): string => `${JSON.stringify(INVENTORY, null, 2)}\n`;
