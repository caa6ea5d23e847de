import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';
import fc from 'fast-check';
import { E } from './kernel/fp.js';
import { HOUR } from './kernel/values/time.js';
import type { Sample } from './machine-sample.test.data.js';
import { MACHINES } from './machines.test.data.js';
import { NOW } from './samples.test.data.js';

const SOURCE = new URL('../src/', import.meta.url);
const moment = fc.integer({ min: NOW - 2 * HOUR, max: NOW + 2 * HOUR });

const frozen = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
};

/** Hands every command to every state, at any moment; nothing that the machine is given can be changed. */
const tryAll = (
  { states, commands }: Sample,
  see: (state: unknown, command: { readonly at: number }) => void,
) => {
  for (const state of states.map(frozen)) {
    for (const command of commands.map(frozen)) {
      fc.assert(
        fc.property(moment, (at) => see(state, frozen({ ...command, at }))),
        { numRuns: 20 },
      );
    }
  }
};

for (const machine of MACHINES) {
  test(`${machine.name} returns a step or a refusal for every state and command, and the same for the same`, (t) => {
    const { step } = machine;
    tryAll(machine, (state, command) => {
      const taken = step(state, command);
      t.true(E.isRight(taken) || (taken.left as { readonly _tag?: unknown })._tag !== undefined);
      t.deepEqual(step(state, command), taken);
    });
  });
}

test('every function of a file *-machine.ts that takes a step is on the list', async (t) => {
  const files = await readdir(SOURCE, { recursive: true });
  const machines = files.filter((path) => path.endsWith('-machine.ts'));
  const texts = await Promise.all(machines.map((path) => readFile(new URL(path, SOURCE), 'utf8')));
  const steps = texts.flatMap((text) =>
    [...text.matchAll(/^export const (\w+): Machine</gm)].map(([, name]) => name),
  );
  t.deepEqual(steps.sort(), MACHINES.map(({ name }) => name).sort());
  for (const text of texts) t.regex(text, /^export const step\w+: Machine</m);
});
