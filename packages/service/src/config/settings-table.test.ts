import { readFile } from 'node:fs/promises';
import test from 'ava';
import { readConfig } from './read-config.js';

const OPERATING = new URL('../../../../docs/operating.md', import.meta.url);

test('the table of settings names every variable that is read, and no other', async (t) => {
  const read = new Set<string>();
  const environment: Readonly<Record<string, string | undefined>> = new Proxy(
    {},
    {
      get: (_, name) => {
        read.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(environment, '/');
  const [, table = ''] =
    /^## Settings$([\s\S]*?)^## /m.exec(await readFile(OPERATING, 'utf8')) ?? [];
  const named = [...table.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.slice(1, -1)),
  );

  // npm itself says where it was started.
  t.deepEqual([...named, 'INIT_CWD'].sort(), [...read].sort());
});
