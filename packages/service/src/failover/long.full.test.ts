import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { emptyDataDir, launch } from '../testing/running-service.js';

const MAIN = fileURLToPath(new URL('main.js', import.meta.url));

test('where Patroni and etcd are not installed, the long form says how to install them and fails', async (t) => {
  const nothing = await emptyDataDir();
  t.teardown(() => rm(nothing, { recursive: true }));
  const { ended } = launch({ PATH: nothing }, MAIN, ['--long']);

  const { code, stdout, stderr } = await ended;

  t.is(code, 1);
  t.deepEqual(stdout, []);
  t.regex(
    stderr.join('\n'),
    /^not installed: .*Patroni, etcd\. On Debian: apt-get install .*patroni etcd-server$/,
  );
});
