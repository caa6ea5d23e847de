import test from 'ava';
import type { Storage } from '../../storage/storage.js';
import { findPayouts } from './find-payouts.js';
import { listAllIncidents } from './list-all-incidents.js';
import { listHeldPayouts } from './list-held-payouts.js';
import { listUnknowns } from './list-unknowns.js';

/** No list asks it before it knows its filters. */
const storage = {} as Storage;

/** From a caller without types. */
const strange: never = { corporate: 'acme', limit: 1 } as never;

for (const [name, list] of Object.entries({
  findPayouts: async () => findPayouts(storage, 'INV-1', strange).next(),
  listAllIncidents: async () => listAllIncidents(storage, strange).next(),
  listHeldPayouts: async () => listHeldPayouts(storage, strange),
  listUnknowns: async () => listUnknowns({ storage, clock: { now: () => 0 } }, strange),
}))
  test(`${name} refuses a filter that it does not have`, async (t) => {
    const { message } = await t.throwsAsync(list, { instanceOf: TypeError });
    t.true(message.startsWith(`${name} has no filter corporate`), message);
  });
