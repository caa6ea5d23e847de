import test from 'ava';
import { KitFailure, kitReport, runKit, type KitCheck } from '../../kits.js';

const passing: KitCheck = { sentence: 'it passes', port: 'a port', run: () => Promise.resolve() };
const broken: KitCheck = {
  sentence: 'it breaks',
  port: 'a port',
  run: () => Promise.reject(new KitFailure('it breaks', 'a port', 'one', 'two')),
};
const missing: KitCheck = { ...passing, sentence: 'it is not checked', notChecked: 'give a hook' };

test('a kit prints each check when it ends, before the next one begins', async (t) => {
  const printed: string[] = [];
  let before: ReadonlyArray<string> = [];
  const last: KitCheck = {
    sentence: 'it comes last',
    port: 'a port',
    run: () => {
      before = [...printed];
      return Promise.resolve();
    },
  };
  const report = await runKit([passing, missing, broken, last], (lines) => printed.push(lines));

  t.deepEqual(before, [
    'ok           it passes',
    'not checked  it is not checked\n             give a hook',
    [
      'BROKEN       it breaks',
      '             the port says: a port',
      '             expected: one',
      '             seen: two',
    ].join('\n'),
  ]);
  t.deepEqual(
    [...printed].sort(),
    kitReport(report)
      .split(/\n(?! )/)
      .sort(),
  );
});
