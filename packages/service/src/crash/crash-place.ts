import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_DOCUMENT } from '../config/read-config.js';
import type { Place } from '../testing/places.js';
import { emptyDataDir } from '../testing/running-service.js';

interface Endpoints {
  readonly webhookEndpoints?: unknown;
}
interface Document {
  readonly bankTenants: ReadonlyArray<{ readonly corporates: ReadonlyArray<Endpoints> }>;
}

/**
 * An empty place with the demo's tenants but for their webhook endpoints: no server listens there, and a day of
 * tries at every event of a crash run would take longer than the run itself.
 */
export const crashPlace = async (variables: Place['variables']): Promise<Place> => {
  const dataDir = await emptyDataDir();
  const { bankTenants } = JSON.parse(await readFile(DEMO_DOCUMENT, 'utf8')) as Document;
  const document = {
    bankTenants: bankTenants.map((bank) => ({
      ...bank,
      corporates: bank.corporates.map(({ webhookEndpoints: _, ...corporate }) => corporate),
    })),
  };
  const file = join(dataDir, 'provision.json');
  await writeFile(file, JSON.stringify(document));
  return { dataDir, variables: { ...variables, PROVISION_FILE: file } };
};
