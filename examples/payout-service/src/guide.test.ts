import test from 'ava';
import { readdir, readFile } from 'node:fs/promises';

const SOURCE = new URL('../src/', import.meta.url);
const GUIDE = new URL('../../../docs/mounting.md', import.meta.url);

test('every block of code in the guide is a file of this service, and no recipe is missing', async (t) => {
  const guide = await readFile(GUIDE, 'utf8');
  const names = (await readdir(SOURCE)).filter((name) => /^(?!.*\.test\.).*\.ts$/.test(name));
  const files = new Map(
    await Promise.all(
      names.map(async (name) => [await readFile(new URL(name, SOURCE), 'utf8'), name] as const),
    ),
  );
  const blocks = [...guide.matchAll(/^```(\w*)\n([^]*?)^```$/gm)];

  for (const [, language, code = ''] of blocks) {
    t.is(language, 'ts');
    t.true(files.has(code), `is in none of the files as it stands: ${code.slice(0, 200)}`);
  }
  t.deepEqual(
    blocks.map(([, , code = '']) => files.get(code)),
    ['in-koa.ts', 'in-express.ts', 'in-fastify.ts', 'serve.ts'],
  );
});
