import test from 'ava';
import { readFile } from 'node:fs/promises';
import { E } from './kernel/fp.js';
import { PayoutStatus } from './model/payout/payout.js';
import { enter, stepPayout, turnAway, type PayoutCommand } from './model/payout/payout-machine.js';

const glossary = await readFile(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');

/** The commands that a drawing shows on the way from one state to another. */
const drawn = (heading: string): ReadonlyArray<string> => {
  const [, drawing = ''] =
    new RegExp(`^## ${heading}$[\\s\\S]*?\`\`\`mermaid\\n([\\s\\S]*?)\`\`\``, 'm').exec(glossary) ??
    [];
  return [...drawing.matchAll(/^ +(\w+) --> (\w+): (.+)$/gm)].flatMap(
    ([, from = '', to = '', commands = '']) =>
      commands.split(', ').map((command) => `${from} --${command}--> ${to}`),
  );
};

// Every payload that any command may carry: none of them decides where a command leads.
const FACTS = {
  approval: { levels: [], currentLevel: 0, approvals: [] },
  by: { userId: 'u', username: 'u', role: 'r' },
  details: { code: 'c', source: 'rail', message: '', retryable: false, nextAction: 'none' },
  utr: 'U',
  bankReference: 'B',
  at: 1,
};

const TYPES: Readonly<Record<PayoutCommand['type'], null>> = {
  approve: null,
  approve_level: null,
  approve_last: null,
  reject: null,
  expire: null,
  cancel: null,
  schedule: null,
  send: null,
  recover: null,
  pay: null,
  fail: null,
  return: null,
};

test('the drawing of a payout is the machine: every step that it takes, and no other', (t) => {
  const taken = Object.keys(PayoutStatus.keys).flatMap((status) =>
    Object.keys(TYPES).flatMap((type) => {
      const next = stepPayout({ status: status as PayoutStatus, sequence: 1 }, {
        type,
        ...FACTS,
      } as unknown as PayoutCommand);
      return E.isRight(next) ? [`${status} --${type}--> ${next.right.next.status}`] : [];
    }),
  );

  t.deepEqual([...drawn('The life of a payout')].sort(), taken.sort());
});

test('the drawing of a payout begins where payouts begin', (t) => {
  const begins = [...glossary.matchAll(/^ +\[\*\] --> (\w+): .*(?:accepted|intake|ended early)/gm)];

  t.deepEqual(
    begins.map(([, status]) => status),
    [
      enter([{ roleCodes: [], approvals: 1 }] as never, 1).next.status,
      enter([], 1).next.status,
      turnAway('rejected').status,
      turnAway('cancelled').status,
    ],
  );
});

test('every name that the glossary cites in a file stands in that file', async (t) => {
  const named = [...glossary.matchAll(/\]\(([\w./-]+\.ts)\) \(`(\w+)`\)/g)];

  t.true(named.length > 10);
  for (const [, path = '', name = ''] of named) {
    const source = await readFile(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');
    t.regex(source, new RegExp(`\\b${name}\\b`), `${path} has no ${name}`);
  }
});
