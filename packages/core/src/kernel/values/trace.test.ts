import test from 'ava';
import fc from 'fast-check';
import { E } from '../fp.js';
import { Traceparent, traceIdOf } from './trace.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

const read = (sent: unknown): string | undefined => {
  const result = Traceparent.decode(sent);
  return E.isRight(result) ? result.right : undefined;
};

test('a trace context of version 00 is stored unchanged, with any flags', (t) => {
  for (const flags of ['00', '01', '02', 'ff']) {
    t.is(read(`00-${TRACE}-${PARENT}-${flags}`), `00-${TRACE}-${PARENT}-${flags}`);
  }
});

test('of a trace context of a later version, the ids and the sampled flag are read', (t) => {
  t.is(read(`01-${TRACE}-${PARENT}-01`), `00-${TRACE}-${PARENT}-01`);
  t.is(read(`cc-${TRACE}-${PARENT}-fe`), `00-${TRACE}-${PARENT}-00`);
  t.is(read(`fe-${TRACE}-${PARENT}-03-what the future-brings`), `00-${TRACE}-${PARENT}-01`);
});

for (const [why, sent] of [
  ['not text', 7],
  ['missing', undefined],
  ['empty', ''],
  ['the version that is none', `ff-${TRACE}-${PARENT}-01`],
  ['a version in capitals', `CC-${TRACE}-${PARENT}-01`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['a trace id in capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
  ['a trace id that is too short', `00-${TRACE.slice(1)}-${PARENT}-01`],
  ['flags that are too short', `00-${TRACE}-${PARENT}-1`],
  ['flags that are no number', `00-${TRACE}-${PARENT}-0x`],
  ['version 00 that says more', `00-${TRACE}-${PARENT}-01-more`],
  ['version 00 with a hyphen more', `00-${TRACE}-${PARENT}-01-`],
  ['a later version without its hyphen', `01-${TRACE}-${PARENT}-01more`],
  ['a later version with a trace id of zeros', `01-${'0'.repeat(32)}-${PARENT}-01`],
  ['two of them', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
  ['two lines', `01-${TRACE}-${PARENT}-01-a\nb`],
  ['a line feed at its end', `00-${TRACE}-${PARENT}-01\n`],
] as const) {
  test(`no trace context: ${why}`, (t) => {
    t.is(read(sent), undefined);
  });
}

test('a trace context that was read is read again as the same, and names its trace', (t) => {
  const hex = (length: number) =>
    fc
      .array(fc.integer({ min: 0, max: 15 }), { minLength: length, maxLength: length })
      .map((digits) => digits.map((digit) => digit.toString(16)).join(''));
  fc.assert(
    fc.property(hex(2), hex(32), hex(16), hex(2), (version, trace, parent, flags) => {
      const once = read(`${version}-${trace}-${parent}-${flags}`);
      if (once === undefined) return;
      t.is(read(once), once);
      t.true(Traceparent.is(once));
      t.is(traceIdOf(once as Traceparent), trace);
    }),
  );
});
