import { pgbouncerPath, postgresUrl, startPgbouncer } from '@hundi/testkit/contract';
import { scenarios } from '@hundi/testkit/scenarios';
import test from 'ava';
import { sharedSchema } from './shared-schema.test.support.js';
import { playing } from './testing/play-scenarios.js';

const url = await postgresUrl();
const path = await pgbouncerPath();

/** The scenarios in which several callers or workers meet, and so have to share sessions. */
const MEETING = / races?\b|at the same time|\bsixteen\b|worker that is killed/;

const behind = async () => {
  if (url === undefined || path === undefined) return undefined;
  const bouncer = await startPgbouncer(path, url, { mode: 'transaction', size: 4 });
  const shared = await sharedSchema(url, bouncer.through(url), { pooler: 'transaction' });
  return { ...shared, stop: bouncer.stop };
};

const shared = await behind();
test.after.always(() => shared?.drop());
test.after.always(() => shared?.stop());

for (const { title, run } of scenarios.filter((scenario) => MEETING.test(scenario.title))) {
  const named = `PgBouncer in transaction mode: ${title}`;
  if (shared === undefined) test.skip(named, () => undefined);
  else test.serial(named, playing(shared.fresh, run));
}
