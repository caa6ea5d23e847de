import { citusUrl } from '@hundi/testkit/contract';
import { scenarios } from '@hundi/testkit/scenarios';
import test from 'ava';
import { sharedSchema } from './shared-schema.test.support.js';
import { asksTheStore } from './testing/asks-the-store.js';
import { playing } from './testing/play-scenario.js';

const url = await citusUrl();
const shared = url === undefined ? undefined : await sharedSchema(url);
test.after.always(() => shared?.drop());

/** Days of looks for work take several times as long as on one PostgreSQL. */
const PATIENCE_MS = 600_000;

for (const { title, run } of scenarios.filter(asksTheStore))
  if (shared === undefined) test.skip(`Citus: ${title}`, () => undefined);
  else test.serial(`Citus: ${title}`, playing(shared.fresh, run, PATIENCE_MS));
