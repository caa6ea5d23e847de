import { E } from '@hundi/core';
import test from 'ava';
import {
  el,
  entry,
  group,
  inr,
  notifications,
  readAll,
  statement,
  statements,
  statusReport,
} from './messages.test.support.js';
import { GUIDE, refOf } from './orders.test.data.js';
import { usageGuide } from './guide/usage-guide.js';
import { knownUtrs } from './matching/known-utrs.js';
import { matchEntries } from './matching/match-entries.js';
import { matchStatuses } from './matching/match-statuses.js';
import { SENT } from './matching/sent.test.data.js';
import { sentOrders } from './matching/sent-orders.js';

const sent = await sentOrders([SENT], knownUtrs([[refOf(3), 'UTR3']]));
const guide = usageGuide({ ...GUIDE, statuses: { ACSC: 'paid' } });

/** What a file says: the number of each order and the verdict, and the reasons of what became none. */
const saidBy = async (file: string): Promise<ReadonlyArray<string>> => {
  const { outcome, parts } = await readAll(file);
  if (E.isLeft(outcome)) return [outcome.left.fault];
  const statuses = parts.flatMap((part) => (part.kind === 'status' ? [part] : []));
  const entries = parts.flatMap((part) => (part.kind === 'entry' ? [part] : []));
  const all = [await matchStatuses(statuses, sent, guide), matchEntries(entries, sent, guide)];
  return all.flatMap(({ reports, unmatched }) => [
    ...reports.map(
      ({ bankRef, verdict }) => `${String(Number(`0x${bankRef.slice(1)}`))} ${verdict.kind}`,
    ),
    ...unmatched.map(({ reason }) => reason),
  ]);
};

const inVersion = (file: string, version: string): string =>
  file
    .replace(/\.001\.\d\d"/, `.001.${version}"`)
    .replaceAll(/<Sts><Cd>(\w+)<\/Cd><\/Sts>/g, version < '07' ? '<Sts>$1</Sts>' : '$&');

const refs = (n: number, utr = `UTR${String(n)}`): string =>
  el(
    'Refs',
    el('MsgId', 'M1'),
    el('InstrId', refOf(n)),
    el('EndToEndId', `INV-${String(n)}`),
    el('ClrSysRef', utr),
  );
const inner = (rupees: string): string => el('AmtDtls', el('TxAmt', inr(rupees)));
const payments = (...each: ReadonlyArray<string>): string =>
  each.map((one) => el('TxDtls', one)).join('');
const PAID = entry({ rupees: '500.01', details: payments(refs(1)) });
const REFUSED =
  el('OrgnlInstrId', refOf(1)) +
  el('TxSts', 'RJCT') +
  el('StsRsnInf', el('Rsn', el('Cd', 'AC01')), '<AddtlInf><![CDATA[Account & name]]></AddtlInf>');
const order = (...about: ReadonlyArray<string>): string => el('TxInfAndSts', ...about);
const REPORT = statusReport('', group('G1', order(REFUSED)));

const TRAITS: ReadonlyArray<readonly [trait: string, file: string, said: ReadonlyArray<string>]> = [
  ...['02', '04', '06', '07', '08', '10'].flatMap((version) => [
    [
      `a statement of version ${version}`,
      inVersion(statements(statement({}, PAID)), version),
      ['1 paid'],
    ] as const,
    [
      `a notification of version ${version}`,
      inVersion(notifications(PAID), version),
      ['1 paid'],
    ] as const,
  ]),
  ...['03', '09', '11'].map(
    (version) =>
      [`a status report of version ${version}`, inVersion(REPORT, version), ['1 refused']] as const,
  ),
  [
    "a country's own namespace",
    REPORT.replace(/urn:[^"]*/, 'http://www.clearing.example/de/pain.002.001.03.ch.02.xsd'),
    ['1 refused'],
  ],
  ['no namespace at all', REPORT.replace(/ xmlns="[^"]*"/, ''), ['1 refused']],
  [
    'amounts of payments that stand in their details alone',
    notifications(
      entry({
        rupees: '1000.03',
        details: payments(refs(1) + inner('500.01'), refs(2) + inner('500.02')),
      }),
    ),
    ['1 paid', '2 paid'],
  ],
  [
    'payments of one entry in details of their own',
    notifications(
      entry({ rupees: '1000.03', details: 'SPLIT' }).replace(
        '<NtryDtls>SPLIT</NtryDtls>',
        el('NtryDtls', payments(refs(1) + inr('500.01'))) +
          el('NtryDtls', payments(refs(2) + inr('500.02'))),
      ),
    ),
    ['1 paid', '2 paid'],
  ],
  [
    'an entry with a moment in place of a day, and a code of its own alone',
    notifications(
      entry({
        rupees: '500.01',
        code: '<Prtry><Cd>N24</Cd></Prtry>',
        details: payments(refs(1)),
      }).replace('<Dt>2026-11-27</Dt>', '<DtTm>2026-11-27T23:59:59.999+05:30</DtTm>'),
    ),
    ['1 paid'],
  ],
  [
    'five decimals that say nothing',
    notifications(entry({ rupees: '500.01000', details: payments(refs(1)) })),
    ['1 paid'],
  ],
  [
    'empty elements, and NOTPROVIDED in place of ids',
    notifications(
      entry({
        rupees: '500.01',
        details: payments(
          `<Refs><MsgId>NOTPROVIDED</MsgId><PmtInfId>NOTPROVIDED</PmtInfId><InstrId>${refOf(1)}</InstrId><EndToEndId/><ClrSysRef>UTR1</ClrSysRef></Refs>`,
        ),
      }),
    ),
    ['1 paid'],
  ],
  [
    'NOTPROVIDED in place of the group',
    statusReport('', group('NOTPROVIDED', order(REFUSED))),
    ['1 refused'],
  ],
  [
    'NOTPROVIDED in place of the message, for a file that nobody could read',
    statusReport(el('GrpSts', 'RJCT')).replace('>M1<', '>NOTPROVIDED<'),
    ['unknown_message'],
  ],
  [
    'a credit that came back and names the payment alone by its UTR',
    notifications(
      entry({
        rupees: '500.03',
        side: 'CRDT',
        details: payments(
          el('Refs', el('TxId', 'UTR3')) + el('RtrInf', el('Rsn', el('Prtry', 'R03'))),
        ),
      }),
    ),
    ['3 returned'],
  ],
  [
    'a debit with a payment that says credit',
    notifications(
      entry({
        rupees: '500.01',
        details: payments(refs(1) + inr('500.01') + el('CdtDbtInd', 'CRDT')),
      }),
    ),
    ['side_differs'],
  ],
  [
    'a credit with a payment that says debit',
    notifications(
      entry({
        rupees: '500.01',
        side: 'CRDT',
        details: payments(refs(1) + inr('500.01') + el('CdtDbtInd', 'DBIT')),
      }),
    ),
    ['side_differs'],
  ],
  [
    'one entry of what was paid, less what came back',
    notifications(
      entry({
        rupees: '500.00',
        details: payments(
          refs(1) + inr('500.01') + el('CdtDbtInd', 'DBIT'),
          refs(2) + inr('500.02') + el('CdtDbtInd', 'DBIT'),
          refs(3) +
            inr('500.03') +
            el('CdtDbtInd', 'CRDT') +
            el('RtrInf', el('Rsn', el('Cd', 'AC04'))),
        ),
      }),
    ),
    ['1 paid', '2 paid', '3 returned'],
  ],
  [
    'an entry that is only announced',
    notifications(entry({ rupees: '500.01', status: 'PDNG', details: payments(refs(1)) })),
    [],
  ],
];

for (const [trait, file, said] of TRAITS)
  test(`a file with ${trait} says what its sender meant`, async (t) => {
    t.deepEqual(await saidBy(file), said);
  });
