import test from 'ava';
import { readConfig } from './read-config.js';
import { SETTINGS } from './settings.js';

test('every setting of the list is read, and no other variable', (t) => {
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

  t.deepEqual(Object.keys(SETTINGS).sort(), [...read].sort());
});
