import { writeFileSync } from 'node:fs';
import { INVENTORY_FILE, inventoryText } from '../pages/mount/inventory.js';

writeFileSync(INVENTORY_FILE, inventoryText());
