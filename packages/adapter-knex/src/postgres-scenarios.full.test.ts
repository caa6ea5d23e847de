import { postgresUrl } from '@hundi/testkit/contract';
import { scenarios } from '@hundi/testkit/scenarios';
import test from 'ava';
import { sharedSchema } from './shared-schema.test.support.js';
import { asksTheStore } from './testing/asks-the-store.js';
import { playing } from './testing/play-scenario.js';

const url = await postgresUrl();
const shared = url === undefined ? undefined : await sharedSchema(url);
test.after.always(() => shared?.drop());

for (const { title, run } of scenarios.filter(asksTheStore))
  if (shared === undefined) test.skip(`PostgreSQL: ${title}`, () => undefined);
  else test.serial(`PostgreSQL: ${title}`, playing(shared.fresh, run));
