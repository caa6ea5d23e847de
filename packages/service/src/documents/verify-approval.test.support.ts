import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../../../examples/embedded-bank/audit/', import.meta.url);

/** What a program printed, and how it ended. */
interface Ran {
  readonly code: number;
  readonly out: string;
}

const run = (program: string, words: ReadonlyArray<string>): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, words, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      resolve({ code: typeof code === 'number' ? code : -1, out: stdout + stderr });
    });
  });

const pathOf = (name: string): string => fileURLToPath(new URL(name, FOLDER));

/** Whether Python and the package that its program needs are here. */
const python = run('python3', ['-c', 'import cryptography']).then(({ code }) => code === 0);

/** Runs the auditors' programs on a file of evidence: that in Python where it and its package are there. */
export const runPrograms = async (file: string): Promise<ReadonlyArray<Ran>> => {
  const inNode = await run(process.execPath, [pathOf('verify-approval.mjs'), file]);
  return (await python)
    ? [inNode, await run('python3', [pathOf('verify_approval.py'), file])]
    : [inNode];
};
