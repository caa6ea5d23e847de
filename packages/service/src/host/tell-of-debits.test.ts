import { E, readProvisionDocument } from '@hundi/core';
import { demoDocument } from '@hundi/testkit';
import test from 'ava';
import { tellOfDebits } from './tell-of-debits.js';

const TRAITS = { deduplicates: true, canQuery: true, absenceFinalAfterMs: 0 };

const told = (effectiveDebitMode: 'single' | 'multi', ordersAGroup?: number) => {
  const [acme] = demoDocument().bankTenants[0]?.corporates ?? [];
  const packages = (acme?.packages ?? []).map((one) => ({
    ...one,
    effectiveConfiguration: { effectiveDebitMode },
  }));
  const read = readProvisionDocument(demoDocument({ packages }));
  if (E.isLeft(read)) throw new Error('a bad document');
  const lines: unknown[] = [];
  const traits = { ...TRAITS, ...(ordersAGroup !== undefined && { ordersAGroup }) };
  tellOfDebits({ traits }, read.right, {
    info: (event, fields) => lines.push([event, fields]),
  });
  return lines;
};

test('the start says whose packages of one debit a rail without groups debits order by order', (t) => {
  t.deepEqual(told('single'), [
    [
      'the rail takes no groups: the bank debits each order of debit mode single by itself',
      { subjectCount: 1, corporates: ['demo-bank/acme'] },
    ],
  ]);
});

test('the start says nothing of debits where the rail takes groups, or no package has one debit', (t) => {
  t.deepEqual(told('single', 20_000), []);
  t.deepEqual(told('multi'), []);
});
