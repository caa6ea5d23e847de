import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoDocument } from '@hundi/testkit';
import type { Place } from '../testing/places.js';
import { emptyDataDir } from '../testing/running-service.js';

/**
 * An empty place with the demo's tenants but for their webhook endpoint: no server listens there, and a day of
 * tries at every event of a crash run would take longer than the run itself.
 */
export const crashPlace = async (variables: Place['variables']): Promise<Place> => {
  const dataDir = await emptyDataDir();
  const file = join(dataDir, 'provision.json');
  await writeFile(file, JSON.stringify(demoDocument()));
  return { dataDir, variables: { ...variables, PROVISION_FILE: file } };
};
