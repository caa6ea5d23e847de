import test from 'ava';
import { errorFacts } from './error-facts.js';

const SECRET = '50200011112222';

const thrown = (message: string, members: object = {}): Error =>
  Object.assign(new Error(message), members);

test('the log has the name, code and place of an error, but not its message', (t) => {
  const facts = errorFacts(thrown(`insert into payouts values ('${SECRET}')`, { code: '23505' }));

  t.is(facts.name, 'Error');
  t.is(facts.code, '23505');
  t.regex(facts.stack?.[0] ?? '', /^at thrown \(.*error-facts\.test\.[jt]s:\d+:\d+\)$/);
  t.notRegex(JSON.stringify(facts), new RegExp(SECRET));
});

for (const [what, message] of [
  ['many lines', `one\ntwo ${SECRET}\nthree`],
  ['a line like a frame', `no\n    at pay ${SECRET} (/srv/bank.js:1:1)\nend`],
  ['a stack of another machine', `no\n\tat bank.Pay(${SECRET}.java:7)`],
  ['an account in the place of a function', `no\n    at pay ${SECRET} (<anonymous>)`],
  ['a frame that names an account', `no\n    at ${SECRET} (bank)`],
] as const) {
  test(`a message with ${what} is not logged`, (t) => {
    t.notRegex(JSON.stringify(errorFacts(thrown(message))), new RegExp(SECRET));
  });
}

test('a text that was changed after the throw stays out', (t) => {
  const error = thrown(`first ${SECRET}`);
  error.message = `second ${SECRET}`;

  t.notRegex(JSON.stringify(errorFacts(error)), new RegExp(SECRET));
});

test('names and codes that are no names and codes stay out', (t) => {
  for (const members of [{ name: SECRET }, { code: SECRET }, { code: `E${SECRET}` }, { code: 7 }]) {
    const facts = errorFacts(thrown('x', members));
    t.is(facts.name, 'Error');
    t.false('code' in facts);
  }
});

test('codes of databases, of the network and of Node are logged', (t) => {
  for (const code of [
    '23505',
    '57P01',
    'SQLITE_CONSTRAINT',
    'ECONNRESET',
    'HPE_INVALID_METHOD',
    'DEP0040',
  ]) {
    t.is(errorFacts(thrown('x', { code })).code, code);
  }
});

test('causes are logged in the same way, up to a limit', (t) => {
  const loop = thrown(SECRET, { code: 'ELOOP' });
  loop.cause = loop;
  const facts = errorFacts(new Error('outer', { cause: loop }));

  t.is(facts.cause?.cause?.code, 'ELOOP');
  t.is(facts.cause?.cause?.cause?.cause, undefined);
  t.notRegex(JSON.stringify(facts), new RegExp(SECRET));
});

test('a thrown value that is no error is logged without its content', (t) => {
  for (const odd of [SECRET, { message: SECRET }, undefined, null, Number(SECRET)]) {
    t.deepEqual(errorFacts(odd), { name: 'NotAnError' });
  }
});
