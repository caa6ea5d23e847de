import { writeFileSync } from 'node:fs';
import { INVENTORY_FILE, inventoryText } from '../pages/inventory.js';

writeFileSync(INVENTORY_FILE, inventoryText());
