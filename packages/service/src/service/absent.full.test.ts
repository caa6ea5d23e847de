import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { asPerson, comeIn, mailsTo } from '../testing/people.js';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';
import { places, type Place } from '../testing/places.js';

const CHECKER = 'checker@acme.example';

/** Starts the service on the demo document, with members of acme to have instead. */
const startOn = async (
  t: ExecutionContext,
  { dataDir, variables }: Place,
  acme: Parameters<typeof demoDocument>[0],
) => {
  const file = join(await emptyDataDir(), 'tenants.json');
  await writeFile(file, JSON.stringify(demoDocument(acme)));
  return serveHere(t, dataDir, { ...variables, PROVISION_FILE: file });
};

const users = () =>
  demoDocument().bankTenants[0]?.corporates[0]?.users?.filter(
    ({ userId }) => userId !== 'u-checker',
  ) ?? [];

for (const [name, place] of Object.entries(await places())) {
  test.serial(
    `${name}: a user that a suspending document no longer names is out after a restart, and gets no code`,
    async (t) => {
      const where = await place(t);
      const first = await startOn(t, where, {});
      const session = await comeIn(first, CHECKER);
      const mails = await mailsTo(first, CHECKER);
      await first.stop();
      const reporting = await startOn(t, where, { users: users() });
      t.is((await asPerson(reporting, session, '/journal')).status, 200);
      await reporting.logged(/"absentUsers":\["acme\/u-checker"\].*omits existing records/);
      await reporting.stop();

      const second = await startOn(t, where, { users: users(), absent: 'suspend' });
      t.is((await asPerson(second, session, '/journal')).status, 401);
      t.is((await second.post('/portal/v1/login', { email: CHECKER })).status, 202);
      t.deepEqual(await mailsTo(second, CHECKER), mails);
      const lines = await second.logged(/omits existing records/);
      t.regex(
        lines.join('\n'),
        /"absentCount":1,"endedCount":1.*"absentUsers":\["acme\/u-checker"\]/,
      );
      await second.stop();

      const third = await startOn(t, where, { users: users(), absent: 'suspend' });
      t.is((await asPerson(third, session, '/journal')).status, 401);
      const stderr = await third.stop();
      t.notRegex(stderr.join('\n'), /omits existing records/);
    },
  );
}
