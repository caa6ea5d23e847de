import { memoryStorage } from '@hundi/adapter-memory';
import { createSandbox } from '@hundi/testkit';
import test from 'ava';
import { hundiPages } from './index.js';

const engine = async () => (await createSandbox({ storage: memoryStorage() })).engine;
const theme = { name: 'Demo Bank' };

test('a theme that cannot be read ends the start', async (t) => {
  const made = await engine();
  t.throws(
    () =>
      hundiPages(made, {
        publicUrl: 'https://pay.bank.example',
        theme: { ...theme, colours: { action: '#9ad0ff' } },
      }),
    { message: /contrast/ },
  );
});

test('so does an address that is none', async (t) => {
  const made = await engine();
  for (const publicUrl of [
    'pay.bank.example',
    'ftp://bank.example',
    'https://u:p@bank.example',
    'https://bank.example?x',
  ])
    t.throws(() => hundiPages(made, { publicUrl, theme }), undefined, publicUrl);
});
