import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TransactionObject } from '@hundi/core';
import type { AcceptedBatch } from '@hundi/core/wire';
import type { OperatorIncident } from '@hundi/core/operator';
import test, { type ExecutionContext } from 'ava';
import { callHundi } from '../testing/command-line.js';
import { balance, batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { places, type Place } from '../testing/places.js';
import {
  emptyDataDir,
  runService,
  runToEnd,
  type RunningService,
  type Served,
  type Variables,
} from '../testing/running-service.js';
import { serveHere } from '../testing/serve-here.js';
import { FILE_FAULTS, type FileFaultKind } from '../sandbox/file-faults.js';
import { foldersIn, type RailFolders } from './folders.js';

const BY_FILES: Variables = { BANK_RAIL: 'iso20022-folder', RATE_LIMITS: 'off' };
const REF = /<InstrId>(H[0-9A-F]{32})<\/InstrId>/g;

const start = async (
  t: ExecutionContext,
  { dataDir, variables }: Place,
  more: Variables = {},
): Promise<Served> => serveHere(t, dataDir, { ...variables, ...BY_FILES, ...more });

/** In a process of its own, which can be killed, or which another one shares a folder with. */
const startProcess = async (
  t: ExecutionContext,
  { dataDir, variables }: Place,
): Promise<RunningService> => {
  const service = await runService(dataDir, { ...variables, ...BY_FILES });
  t.teardown(() => service.end('SIGKILL'));
  return service;
};

const PLACES = Object.entries(await places());

const foldersOf = ({ dataDir }: Place): RailFolders => foldersIn(join(dataDir, 'bank'));

const textsIn = async (folder: string): Promise<ReadonlyArray<string>> =>
  Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8')));

/** The references of all orders in the files that the bank took. */
const takenRefs = async (folder: string): Promise<ReadonlyArray<string>> =>
  (await textsIn(folder)).flatMap((text) => [...text.matchAll(REF)].map(([, ref = '']) => ref));

const post = async (service: Served, name: string, key: string, count = 1) => {
  const body = batchTo(await payee(service, name), key, count);
  return json<AcceptedBatch>(await postBatch(service, body), 202).transactions.map(
    ({ transactionId }) => transactionId,
  );
};

/** What a person should look at, the last first. */
const incidentsOf = async ({ dataDir, variables }: Place) => {
  const url = variables['DATABASE_URL'] ?? `sqlite:${join(dataDir, 'hundi.db')}`;
  const { out } = await callHundi(['incidents', '--json', '--database-url', url]);
  return out.map((line) => (JSON.parse(line) as OperatorIncident).incident);
};

const settle = (service: Served) => service.post('/sandbox/v1/settle');

const statusesOf = async (
  service: Served,
  ids: ReadonlyArray<string>,
): Promise<ReadonlyArray<TransactionObject['status']>> => {
  const all = await Promise.all(ids.map((id) => transaction(service, id)));
  return all.map(({ status }) => status);
};

for (const [name, place] of PLACES) {
  test.serial(
    `${name}: a batch goes to the sandbox bank as a file and comes back paid`,
    async (t) => {
      const at = await place(t);
      const service = await start(t, at);
      const folders = foldersOf(at);
      const ids = await post(service, 'Sharma Steel', 'FILES-1', 12);
      await settle(service);

      t.deepEqual(await statusesOf(service, ids), Array<'paid'>(12).fill('paid'));
      t.is((await takenRefs(folders.taken)).length, 12);
      const done = await textsIn(folders.done);
      t.true(done.some((text) => text.includes('pain.002.001.10')));
      t.true(done.some((text) => text.includes('camt.054.001.08')));
      for (const folder of [folders.out, folders.in, folders.refused])
        t.deepEqual(await readdir(folder), [], folder);
      t.is((await stat(join(at.dataDir, 'bank'))).mode & 0o777, 0o700);
    },
  );

  test.serial(
    `${name}: of a process that is killed while files are under way, each order is executed once`,
    async (t) => {
      t.timeout(240_000);
      const at = await place(t);
      const folders = foldersOf(at);
      const ids: string[] = [];
      let opening: number | undefined;
      for (let life = 0; life < 4; life += 1) {
        const service = await startProcess(t, at);
        opening ??= await balance(service);
        ids.push(...(await post(service, 'Sharma Steel', `LIFE-${String(life)}`, 25)));
        // The next life finds what this one left at some moment of its way.
        await Promise.race([
          settle(service).catch(() => undefined),
          new Promise((resolve) => setTimeout(resolve, life * 60)),
        ]);
        await service.end('SIGKILL');
      }
      const service = await start(t, at);
      // What was killed before its file was decided is absent, which is final a minute later.
      while ((await statusesOf(service, ids)).some((status) => status !== 'paid'))
        await service.post('/sandbox/v1/clock/advance', { seconds: 120 });

      const refs = await takenRefs(folders.taken);
      t.is(refs.length, ids.length);
      t.is(new Set(refs).size, ids.length);
      t.is((opening ?? 0) - (await balance(service)), ids.length * 2_500);
    },
  );
}

test.serial(
  'PostgreSQL: two processes share a folder, and each order is in one file',
  async (t) => {
    const place = (await places())['PostgreSQL'];
    if (place === undefined) return t.pass('no PostgreSQL answers');
    const at = await place(t);
    const [one, other] = [await startProcess(t, at), await startProcess(t, at)];
    const ids = [
      ...(await post(one, 'Sharma Steel', 'TWO-1', 40)),
      ...(await post(other, 'Patel Packaging', 'TWO-2', 40)),
    ];
    while ((await statusesOf(one, ids)).some((status) => status !== 'paid')) await settle(other);

    const refs = await takenRefs(foldersOf(at).taken);
    t.is(refs.length, ids.length);
    return t.is(new Set(refs).size, ids.length);
  },
);

const BY_DIGITS: Readonly<Record<string, TransactionObject['status']>> = {
  'Closed Account Traders': 'failed',
  'Offline Bank Supplies': 'failed',
  'Silent Answer Mills': 'paid',
  'Lost Order Logistics': 'paid',
  'Thrice Told Trading': 'paid',
  'Later Today Textiles': 'paid',
  'Returned Goods House': 'failed',
};

test.serial('the sandbox bank does by files what it does over a call', async (t) => {
  const at = { dataDir: await emptyDataDir(), variables: {} };
  const service = await start(t, at);
  const names = Object.keys(BY_DIGITS);
  const ids = [];
  for (const [i, name] of names.entries())
    ids.push(...(await post(service, name, `DIGITS-${String(i)}`)));
  await service.post('/sandbox/v1/clock/advance', { seconds: 7_300 });

  const statuses = await statusesOf(service, ids);
  t.deepEqual(Object.fromEntries(names.map((name, i) => [name, statuses[i]])), BY_DIGITS);
  const [refused] = await Promise.all(ids.slice(0, 1).map((id) => transaction(service, id)));
  t.is(refused?.statusDetails?.code, 'beneficiary_account_invalid');
  t.deepEqual(await readdir(foldersOf(at).out), []);
});

const DAY = 86_400;

const advance = (service: Served, seconds: number) =>
  service.post('/sandbox/v1/clock/advance', { seconds });

const HOUR = 3_600;
const INDIA = 5.5 * HOUR;

/** Waits for six in the morning of the bank's next day: what happens within hours from then on is of one day. */
const untilMorning = (service: Served) => {
  const ofDay = (Math.floor(Date.now() / 1_000) + INDIA) % DAY;
  return advance(service, DAY - ofDay + 6 * HOUR);
};

/** The incidents of files, the last first, with their reasons. */
const incidentNames = async (at: Place): Promise<ReadonlyArray<string>> =>
  (await incidentsOf(at))
    .filter(({ kind }) => kind.startsWith('bank_'))
    .map(
      ({ kind, detail }) =>
        `${kind} ${[...detail.matchAll(/\((\w+)\)/g)].map(([, why]) => why).join()}`,
    );

test.serial(
  'at its midnight the sandbox bank states the day, which the engine matches to the paisa',
  async (t) => {
    const at = { dataDir: await emptyDataDir(), variables: {} };
    const service = await start(t, at);
    await untilMorning(service);
    const ids = [
      ...(await post(service, 'Sharma Steel', 'DAY-1', 3)),
      ...(await post(service, 'Returned Goods House', 'DAY-2')),
      ...(await post(service, 'Later Today Textiles', 'DAY-3')),
    ];
    await advance(service, DAY);

    t.deepEqual(await statusesOf(service, ids), ['paid', 'paid', 'paid', 'failed', 'paid']);
    const stated = (await textsIn(foldersOf(at).done)).filter((text) => text.includes('camt.053'));
    const entries = stated.flatMap((text) => text.match(/<CdtDbtInd>\w+<\/CdtDbtInd><Sts>/g) ?? []);
    t.is(entries.length, 6, 'five debits, and one that came back');
    const left = await balance(service);
    const rupees = `${String(Math.trunc(left / 100))}.${String(left % 100).padStart(2, '0')}`;
    t.regex(
      stated.at(-1) ?? '',
      new RegExp(`<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="INR">${rupees}</Amt>`),
    );
    t.deepEqual(await incidentsOf(at), []);
    await advance(service, 2 * DAY);
    const later = (await textsIn(foldersOf(at).done)).filter((text) => text.includes('camt.053'));
    t.is(later.length, stated.length, 'a day on which nothing moved has no statement');
  },
);

/** The sum in paise of entries on one side, and their number. */
const sideOf = (statement: string, side: 'CRDT' | 'DBIT') => {
  const entries = new RegExp(`<Ntry><Amt Ccy="INR">([0-9.]+)</Amt><CdtDbtInd>${side}<`, 'g');
  const amounts = [...statement.matchAll(entries)].map(([, rupees]) => Number(rupees) * 100);
  return { count: amounts.length, sum: Math.round(amounts.reduce((sum, one) => sum + one, 0)) };
};

const balanceIn = (statement: string, type: 'OPBD' | 'CLBD'): number => {
  const found = new RegExp(`<Cd>${type}</Cd>.*?<Amt Ccy="INR">([0-9.]+)<`).exec(statement);
  return Math.round(Number(found?.[1]) * 100);
};

interface ReportPage {
  readonly items: ReadonlyArray<{ readonly state: string }>;
  readonly pagination: { readonly nextCursor: string | null };
}

/** Counts the payouts of acme by state. A page of the report has a hundred of them; a request for each would take minutes. */
const countsByState = async (service: Served): Promise<Record<string, number>> => {
  const report = '/v1/partner/reports/transactions?initiatedByUserId=u-maker&limit=100';
  const counts: Record<string, number> = {};
  let cursor: string | null = '';
  while (cursor !== null) {
    const after = cursor === '' ? '' : `&after=${encodeURIComponent(cursor)}`;
    const page: ReportPage = json(await service.get(report + after));
    for (const { state } of page.items) counts[state] = (counts[state] ?? 0) + 1;
    cursor = page.pagination.nextCursor;
  }
  return counts;
};

test.serial(
  'a day of 10,000 payouts, some refused and some returned, goes over the folder, and its statement matches the books to the paisa',
  async (t) => {
    t.timeout(300_000);
    const at = { dataDir: await emptyDataDir(), variables: {} };
    const service = await start(t, at);
    await untilMorning(service);
    const counts = {
      'Sharma Steel': 9_000,
      'Returned Goods House': 600,
      'Closed Account Traders': 400,
    };
    for (const [name, count] of Object.entries(counts))
      await post(service, name, `DEMO-${String(count)}`, count);
    await advance(service, DAY);

    t.deepEqual(await countsByState(service), { paid: 9_000, failed: 1_000 });
    const stated = (await textsIn(foldersOf(at).done)).filter((text) => text.includes('camt.053'));
    const days = stated.map((text) => [sideOf(text, 'DBIT'), sideOf(text, 'CRDT')] as const);
    const total = (side: 0 | 1) => ({
      count: days.reduce((sum, day) => sum + day[side].count, 0),
      sum: days.reduce((sum, day) => sum + day[side].sum, 0),
    });
    t.deepEqual(total(0), { count: 9_600, sum: 9_600 * 2_500 });
    t.deepEqual(total(1), { count: 600, sum: 600 * 2_500 });
    const [opening, closing] = [
      balanceIn(stated[0] ?? '', 'OPBD'),
      balanceIn(stated.at(-1) ?? '', 'CLBD'),
    ];
    t.is(opening - closing, 9_000 * 2_500);
    t.is(await balance(service), closing);
    t.deepEqual(await incidentNames(at), []);
  },
);

/** The faults of the bank's files, and the incidents that they raise. */
const FAULTS: Readonly<Record<FileFaultKind, ReadonlyArray<string>>> = {
  file_late: [],
  file_twice: [],
  file_half: ['bank_file_refused '],
  file_out_of_order: [],
  file_in_utf16: [],
  line_more: ['bank_entry_unmatched unknown_order,balances_differ'],
  line_less: ['bank_entry_unmatched balances_differ'],
};

test.serial(
  'whatever happens to a file of the bank, payouts are paid once, and what is wrong with it is an incident',
  async (t) => {
    const at = { dataDir: await emptyDataDir(), variables: {} };
    const service = await start(t, at);
    let before: ReadonlyArray<string> = [];
    for (const [i, kind] of FILE_FAULTS.entries()) {
      json(await service.post('/sandbox/v1/bank/faults', { kind, count: 1 }));
      const ids = await post(service, 'Sharma Steel', `FAULT-${String(i)}`, 2);
      await advance(service, DAY);

      t.deepEqual(await statusesOf(service, ids), ['paid', 'paid'], kind);
      const now = await incidentNames(at);
      t.deepEqual(now.slice(0, now.length - before.length), FAULTS[kind], kind);
      before = now;
    }
    const refs = await takenRefs(foldersOf(at).taken);
    t.is(new Set(refs).size, 2 * FILE_FAULTS.length);
    t.deepEqual(await readdir(foldersOf(at).in), []);
  },
);

test.serial('a bank that is away answers the same file later', async (t) => {
  const service = await start(t, { dataDir: await emptyDataDir(), variables: {} });
  await service.post('/sandbox/v1/bank/faults', { kind: 'unreachable', count: 3 });
  const ids = await post(service, 'Sharma Steel', 'AWAY-1', 2);
  await settle(service);

  t.deepEqual(await statusesOf(service, ids), ['paid', 'paid']);
});

const ENTRY =
  '<Ntry><Amt Ccy="INR">9.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls>' +
  '<Refs><InstrId>SOMEBODY-ELSE</InstrId></Refs></TxDtls></NtryDtls></Ntry>';
const OF_OTHERS =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>' +
  '<GrpHdr><MsgId>X1</MsgId></GrpHdr><Ntfctn><Id>N1</Id><Acct><Id><Othr><Id>50200011112222</Id></Othr></Id></Acct>' +
  `${ENTRY}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;

test.serial(
  'a broken file and a word about an order of others are logged and raise incidents, and move nothing',
  async (t) => {
    const at = { dataDir: await emptyDataDir(), variables: {} };
    const service = await start(t, at);
    const folders = foldersOf(at);
    await writeFile(join(folders.in, '.half.part'), OF_OTHERS.slice(0, 90));
    await writeFile(join(folders.in, 'half.xml'), OF_OTHERS.slice(0, -60));
    await writeFile(join(folders.in, 'others.xml'), OF_OTHERS);
    await service.logged(/a file of the bank is broken/);
    const lines = (await service.logged(/moves no payout/)).map(
      (line) => JSON.parse(line) as Readonly<Record<string, unknown>>,
    );

    t.like(
      lines.find(({ bankFile }) => bankFile === 'half.xml'),
      { fault: 'truncated', line: 1 },
    );
    t.like(
      lines.find(({ bankFile }) => bankFile === 'others.xml'),
      { mismatches: ['unknown_order'], mismatchCount: 1 },
    );
    await settle(service);
    t.deepEqual(await readdir(folders.in), ['.half.part']);
    t.is((await readdir(folders.refused)).length, 2);
    t.is((await readdir(folders.done)).length, 1);
    const incidents = await incidentsOf(at);
    t.like(
      incidents.find(({ kind }) => kind === 'bank_file_refused'),
      { tenant: { bankTenantId: 'demo-bank', corporateTenantId: 'demo-bank' } },
    );
    t.like(
      incidents.find(({ kind }) => kind === 'bank_entry_unmatched'),
      {
        tenant: { bankTenantId: 'demo-bank', corporateTenantId: 'acme' },
        subjectId: (await readdir(folders.done))[0],
        detail: '1 that agree with no order that was sent: debit of INR 9.00 (unknown_order)',
      },
    );
    t.is(incidents.length, 2);
    const listed = await callHundi(['files', '--folder', join(at.dataDir, 'bank')]);
    t.true(
      listed.out.some((line) => /Z refused half\.xml\.[0-9a-f]{16}: line 1: /.test(line)),
      listed.out.join('\n'),
    );
    t.true(listed.out.some((line) => /Z taken others\.xml\.[0-9a-f]{16}$/.test(line)));
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    t.regex(metrics, /^hundi_bank_files\{state="refused"\} 1$/m);
  },
);

/** A status of the bank about an order, under the ids that the rail gave its message and its group. */
const statusOf = (
  ...[messageId, groupId, ref, amount, status]: readonly [string, string, string, string, string]
): string =>
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>' +
  `<GrpHdr><MsgId>X-${status}-${amount}</MsgId></GrpHdr>` +
  `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId></OrgnlGrpInfAndSts>` +
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${groupId}</OrgnlPmtInfId>` +
  `<TxInfAndSts><OrgnlInstrId>${ref}</OrgnlInstrId><TxSts>${status}</TxSts><ClrSysRef>OTHERUTR</ClrSysRef>` +
  `<OrgnlTxRef><Amt><InstdAmt Ccy="INR">${amount}</InstdAmt></Amt></OrgnlTxRef>` +
  '</TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>';

for (const [name, place] of PLACES) {
  test.serial(
    `${name}: a status that contradicts the books raises an incident with both sides, and the payout stays`,
    async (t) => {
      const at = await place(t);
      const service = await start(t, at);
      const folders = foldersOf(at);
      const ids = await post(service, 'Sharma Steel', 'AGAINST-1');
      await settle(service);
      const [text = ''] = await textsIn(folders.taken);
      const [ref = ''] = await takenRefs(folders.taken);
      const [messageId, groupId] = ['MsgId', 'PmtInfId'].map(
        (tag) => new RegExp(`<${tag}>(.*?)<`).exec(text)?.[1] ?? '',
      ) as [string, string];
      const say = async (file: string, ...said: readonly [string, string, string]) => {
        const aside = join(folders.in, `.${file}.part`);
        await writeFile(aside, statusOf(messageId, groupId, ...said));
        await rename(aside, join(folders.in, file));
        await settle(service);
      };
      await say('unknown.xml', 'H00000000000070008000000000000000', '25.00', 'ACSC');
      await say('amount.xml', ref, '24.99', 'ACSC');
      await say('again.xml', ref, '25.00', 'ACSC');
      await say('denied.xml', ref, '25.00', 'RJCT');

      t.deepEqual(await statusesOf(service, ids), ['paid']);
      const said = (await incidentsOf(at)).map(({ kind, subjectId, detail }) => [
        kind,
        subjectId.replace(/\.[0-9a-f]{16}$/, ''),
        detail.replace(/\.[0-9a-f]{16}:/, ':'),
      ]);
      t.deepEqual(said.slice(-2), [
        [
          'bank_status_unmatched',
          ids[0],
          `amount.xml: sent as ${ref} with INR 25.00; the bank says ACSC of the order ${ref}, INR 24.99 (amount_differs)`,
        ],
        [
          'bank_status_unmatched',
          'unknown.xml',
          '1 that agree with no order that was sent: ACSC of the order H00000000000070008000000000000000, INR 25.00 (unknown_order)',
        ],
      ]);
      t.is(said.length, 3);
      t.deepEqual(said[0]?.slice(0, 2), ['contradictory_answer', ids[0]]);
      t.regex(
        said[0]?.[2] ?? '',
        /^the payout is paid with UTR .+, the bank says paid with UTR OTHERUTR$/,
      );
    },
  );
}

test.serial(
  'of a payout that is paid, a refusal as the only other word is a contradiction with both sides, and a second file that differs is told beside the first',
  async (t) => {
    const at = { dataDir: await emptyDataDir(), variables: {} };
    const service = await start(t, at);
    const folders = foldersOf(at);
    const [denied = '', differing = ''] = [
      ...(await post(service, 'Sharma Steel', 'ONLY-1')),
      ...(await post(service, 'Sharma Steel', 'ONLY-2')),
    ];
    await settle(service);
    const say = async (file: string, id: string, amount: string, status: string) => {
      const ref = `H${id.replaceAll('-', '').toUpperCase()}`;
      const text = (await textsIn(folders.taken)).find((one) => one.includes(ref)) ?? '';
      // The orders of both jobs may be in one message: the group is the last that begins before the order.
      const [messageId = '', groupId = ''] = ['MsgId', 'PmtInfId'].map(
        (tag) => new RegExp(`^.*<${tag}>(.*?)<.*${ref}`, 's').exec(text)?.[1],
      );
      const aside = join(folders.in, `.${file}.part`);
      await writeFile(aside, statusOf(messageId, groupId, ref, amount, status));
      await rename(aside, join(folders.in, file));
      await settle(service);
    };
    await say('denied.xml', denied, '25.00', 'RJCT');
    await say('one.xml', differing, '24.99', 'ACSC');
    await say('two.xml', differing, '25.01', 'ACSC');

    t.deepEqual(await statusesOf(service, [denied, differing]), ['paid', 'paid']);
    const said = (await incidentsOf(at)).map(({ kind, subjectId, detail }) =>
      `${kind} ${subjectId} | ${detail}`.replace(/\.xml\.[0-9a-f]{16}/g, '.xml'),
    );
    t.is(said.length, 3, said.join('\n'));
    t.regex(said[2] ?? '', new RegExp(`^contradictory_answer ${denied} .*paid.*refused`));
    t.regex(
      said[1] ?? '',
      new RegExp(`^bank_status_unmatched ${differing} . one.xml: .*INR 25.00.*INR 24.99`),
    );
    t.regex(
      said[0] ?? '',
      new RegExp(`^bank_status_unmatched ${differing}: two.xml . two.xml: .*INR 25.00.*INR 25.01`),
    );
  },
);

test.serial(
  'the statement of yesterday that comes again under a new MsgId changes nothing, and that of another account settles nothing',
  async (t) => {
    const at = { dataDir: await emptyDataDir(), variables: {} };
    const service = await start(t, at);
    const folders = foldersOf(at);
    const put = async (name: string, text: string) => {
      const aside = join(folders.in, `.${name}.part`);
      await writeFile(aside, text);
      await rename(aside, join(folders.in, name));
      await settle(service);
    };
    const ids = [
      ...(await post(service, 'Sharma Steel', 'YESTERDAY-1', 2)),
      ...(await post(service, 'Returned Goods House', 'YESTERDAY-2')),
    ];
    await advance(service, DAY);
    const left = await balance(service);
    const [stated = ''] = (await textsIn(folders.done)).filter((text) => text.includes('camt.053'));
    await put('again.xml', stated.replace(/<MsgId>[^<]*</, '<MsgId>AGAIN<'));

    t.deepEqual(await statusesOf(service, ids), ['paid', 'paid', 'failed']);
    t.is(await balance(service), left);
    t.deepEqual(await incidentsOf(at), []);
    await put('other.xml', stated.replaceAll('50200011112222', '999999'));
    t.deepEqual(await statusesOf(service, ids), ['paid', 'paid', 'failed']);
    const said = await incidentsOf(at);
    t.deepEqual(
      [...new Set(said.map(({ subjectId }) => subjectId))].sort(),
      [...ids].sort(),
      'each payout has its incident',
    );
    for (const { detail } of said)
      t.regex(
        detail,
        /^other\.xml.*, of the account 999999, not of 50200011112222 \(account_differs\)/,
      );
  },
);

/** A page of a statement of the debit account of acme. */
const pageOf = (number: number, isLast: boolean, balances: string): string =>
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>' +
  `<GrpHdr><MsgId>P${String(number)}</MsgId></GrpHdr><Stmt><Id>S9</Id>` +
  `<StmtPgntn><PgNb>${String(number)}</PgNb><LastPgInd>${String(isLast)}</LastPgInd></StmtPgntn>` +
  `<Acct><Id><Othr><Id>50200011112222</Id></Othr></Id></Acct>${balances}</Stmt></BkToCstmrStmt></Document>`;

const balanceOf = (type: string, rupees: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="INR">${rupees}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;

test.serial(
  'a page of a statement that is missing, and a statement that does not add up over its pages, are incidents at the corporate, once over restarts',
  async (t) => {
    const at = { dataDir: await emptyDataDir(), variables: {} };
    const folders = foldersOf(at);
    const put = async (service: Served, name: string, text: string) => {
      const aside = join(folders.in, `.${name}.part`);
      await writeFile(aside, text);
      await rename(aside, join(folders.in, name));
      await settle(service);
    };
    const service = await startProcess(t, at);
    await put(service, 'a.xml', pageOf(1, false, balanceOf('OPBD', '10.00')));
    t.deepEqual(await incidentsOf(at), []);
    await put(service, 'c.xml', pageOf(3, true, balanceOf('CLBD', '9.00')));
    await service.end('SIGKILL');
    const next = await start(t, at);
    await put(next, 'b.xml', pageOf(2, false, ''));

    const statement = 'the statement S9 of the account 50200011112222';
    t.deepEqual(
      (await incidentsOf(at)).map(({ kind, tenant, detail }) => [
        kind,
        tenant.corporateTenantId,
        detail,
      ]),
      [
        [
          'bank_entry_unmatched',
          'acme',
          `${statement} opens with INR 10.00, its entries come to INR 0.00, and it closes with INR 9.00 (balances_differ)`,
        ],
        ['bank_entry_unmatched', 'acme', `page 2 is missing of ${statement} (pages_missing)`],
      ],
    );
  },
);

test.serial('without a peer the file waits in out for somebody else’s bank', async (t) => {
  const at = { dataDir: await emptyDataDir(), variables: {} };
  const service = await start(t, at, { RAIL_PEER: 'none' });
  const ids = await post(service, 'Sharma Steel', 'ALONE-1', 3);
  await settle(service);

  t.deepEqual(await statusesOf(service, ids), Array<'sent_to_bank'>(3).fill('sent_to_bank'));
  t.is((await takenRefs(foldersOf(at).out)).length, 3);
  const files = ['files', '--folder', join(at.dataDir, 'bank')];
  const { out } = await callHundi(files);
  t.regex(out.join('\n'), /^\S+Z waiting M[0-9A-F]{32}\.xml: 3 orders, ₹75\.00$/);
  t.deepEqual((await callHundi([...files, '--state', 'fetched'])).out, ['no file']);
  const refused = await callHundi([...files, '--state', 'gone']);
  t.deepEqual([refused.code, refused.out], [2, []]);
  t.regex(refused.err[0] ?? '', /--state: expected one of sending, /);
  const [json = ''] = (await callHundi([...files, '--json'])).out;
  t.like(JSON.parse(json), { state: 'waiting', orders: 3, sum: 7_500 });
  t.is((await service.get('/sandbox/v1/bank/orders')).status, 404);
});

test.serial(
  'a folder that is none, or that nobody may write, ends the start in words',
  async (t) => {
    const dataDir = await emptyDataDir();
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    const ended = await runToEnd({ DATA_DIR: dataDir, ...BY_FILES, RAIL_FOLDER: file });

    t.is(ended.code, 2);
    t.true(
      ended.stderr.some((line) => line.includes(`RAIL_FOLDER: ${file} is no directory`)),
      ended.stderr.join('\n'),
    );
    if (process.geteuid?.() === 0) return;
    const folder = join(dataDir, 'closed');
    await mkdir(folder);
    await chmod(folder, 0o500);
    const closed = await runToEnd({ DATA_DIR: dataDir, ...BY_FILES, RAIL_FOLDER: folder });
    t.true(closed.stderr.some((line) => line.includes('RAIL_FOLDER')));
  },
);
