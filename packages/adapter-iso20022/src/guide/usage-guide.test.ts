import test from 'ava';
import { GUIDE } from '../orders.test.data.js';
import { usageGuide, type UsageGuideInput } from './usage-guide.js';

for (const [what, others, message] of [
  [
    'a code that is too long',
    { methods: { NEFT: { serviceLevel: { code: 'NORMAL' } } } },
    /methods\.NEFT\.serviceLevel/,
  ],
  [
    'a code that is empty',
    { methods: { NEFT: { localInstrument: { proprietary: '' } } } },
    /methods\.NEFT\.localInstrument/,
  ],
  [
    'a code in letters that the bank does not take',
    { purposes: { rent: { proprietary: 'भाड़ा' } } },
    /purposes\.rent/,
  ],
  [
    'a length above that of the message',
    { lengths: { narration: 141 } },
    /lengths\.narration is 141/,
  ],
  ['a length of nothing', { lengths: { creditorName: 0 } }, /lengths\.creditorName/],
  ['a clearing system that is no code', { clearingSystem: { code: 'INDIAN' } }, /clearingSystem/],
  [
    'a field whose name is no element',
    { extraFields: { namespace: 'urn:bank', fields: [{ name: 'a><b', value: 'x' }] } },
    /"a><b" is no name/,
  ],
] as ReadonlyArray<readonly [string, Partial<UsageGuideInput>, RegExp]>) {
  test(`a guide is refused for ${what}`, (t) => {
    t.throws(() => usageGuide({ ...GUIDE, ...others }), { instanceOf: RangeError, message });
  });
}

test('a guide says in its statuses and reasons what it knows better than the published lists', (t) => {
  const { statuses, reasons } = usageGuide({
    ...GUIDE,
    statuses: { ACSC: 'paid', OK00: 'paid' },
    reasons: {
      E77: {
        code: 'account_frozen',
        source: 'beneficiary_bank',
        retryable: false,
        nextAction: 'fix_beneficiary',
      },
    },
  });

  t.is(statuses.get('ACSC'), 'paid');
  t.is(statuses.get('OK00'), 'paid');
  t.is(statuses.get('RJCT'), 'refused');
  t.is(statuses.get('constructor'), undefined);
  t.is(reasons.get('E77')?.code, 'account_frozen');
  t.is(reasons.get('AM04')?.code, 'insufficient_funds');
});
