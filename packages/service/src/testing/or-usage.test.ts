import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const run = (program: string, ...args: ReadonlyArray<string>) =>
  new Promise<{ readonly code: unknown; readonly said: string }>((resolve) => {
    const path = fileURLToPath(new URL(`../${program}/main.js`, import.meta.url));
    execFile(process.execPath, [path, ...args], (error, _, said) => {
      resolve({ code: error?.code, said });
    });
  });

for (const program of ['simulate', 'fuzz', 'bench', 'race', 'crash', 'failover'])
  test(`${program} says how it is used where it is asked for what there is not`, async (t) => {
    const { code, said } = await run(program, '--nonsense');
    t.is(code, 2);
    t.regex(said, new RegExp(`^[^\\n]*'--nonsense'[^\\n]*\\nnpm run ${program} -- \\[`));
  });
