import test from 'ava';
import type { GuardQuestion } from '../../../ports/send-guard.js';
import { MISWORDED, readVerdicts } from './guard-verdict.js';

const question = (bankRef: string) => ({ order: { bankRef } }) as unknown as GuardQuestion;
const GO = { kind: 'go', code: 'clear', reason: 'on no list' };

test('a verdict is read with its code and reason, whether it names its order or not', (t) => {
  const asked = [question('A'), question('B')];
  t.deepEqual(readVerdicts(asked, [GO, { bankRef: 'B', ...GO }]) as unknown, [GO, GO]);
});

for (const [what, answer] of Object.entries({
  'about another order': { ...GO, bankRef: 'B' },
  'of an unknown kind': { ...GO, kind: 'maybe' },
  'without a code': { kind: 'go', reason: 'on no list' },
  'with a code in capitals': { ...GO, code: 'CLEAR' },
  'with a code of 65 characters': { ...GO, code: 'a'.repeat(65) },
  'with a blank reason': { ...GO, reason: ' ' },
  'with a hidden character in its reason': { ...GO, reason: 'on\u0000 a list' },
  'with a reason of 201 characters': { ...GO, reason: 'a'.repeat(201) },
  'that is null': null,
  'that is text': 'go',
})) {
  test(`an answer ${what} is no verdict, and leaves the others valid`, (t) => {
    t.deepEqual(readVerdicts([question('A'), question('C')], [answer, GO]) as unknown, [
      undefined,
      GO,
    ]);
  });
}

test('a no in words that the port does not allow holds the payout', (t) => {
  const no = { kind: 'refuse', code: 'listed', reason: 'on a list' };
  for (const wrong of [{ code: 'OFAC-SDN' }, { code: undefined }, { reason: 'on\na list' }])
    t.deepEqual(
      readVerdicts([question('A'), question('B')], [{ ...no, ...wrong }, { kind: 'hold' }]),
      [MISWORDED, MISWORDED],
    );
  const aboutAnother = { ...no, code: 'OFAC-SDN', bankRef: 'B' };
  t.deepEqual(readVerdicts([question('A')], [aboutAnother]) as unknown, [undefined]);
});

for (const answers of [null, {}, [], [GO, GO]]) {
  test(`a list of another length than the questions holds no verdict: ${JSON.stringify(answers)}`, (t) => {
    t.deepEqual(readVerdicts([question('A')], answers) as unknown, [undefined]);
  });
}
