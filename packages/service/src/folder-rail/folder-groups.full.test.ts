import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AcceptedBatch } from '@hundi/core/wire';
import type { OperatorIncident } from '@hundi/core/operator';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { callHundi } from '../testing/command-line.js';
import { balance, batchTo, json, payee, postBatch, transaction } from '../testing/partner.js';
import { emptyDataDir } from '../testing/running-service.js';
import { serveHere, type ServedHere } from '../testing/serve-here.js';
import { foldersIn } from './folders.js';

/** A service whose packages want one debit for the orders of a job. */
const start = async (t: ExecutionContext): Promise<ServedHere> => {
  const dataDir = await emptyDataDir();
  const [acme] = demoDocument().bankTenants[0]?.corporates ?? [];
  const packages = (acme?.packages ?? []).map((one) => ({
    ...one,
    effectiveConfiguration: { effectiveDebitMode: 'single' as const },
  }));
  const provision = join(dataDir, 'provision.json');
  await writeFile(provision, JSON.stringify(demoDocument({ packages })));
  return serveHere(t, dataDir, {
    BANK_RAIL: 'iso20022-folder',
    PROVISION_FILE: provision,
    RATE_LIMITS: 'off',
  });
};

/** Posts one batch that pays ₹25 to each of these payees. */
const pay = async (service: ServedHere, ...names: ReadonlyArray<string>) => {
  const batches = await Promise.all(
    names.map(async (name, i) => batchTo(await payee(service, name), `GROUP-${String(i)}`)),
  );
  const [first] = batches;
  if (first === undefined) throw new Error('nobody is paid');
  const body = { ...first, payments: batches.flatMap(({ payments }) => payments) };
  return json<AcceptedBatch>(await postBatch(service, body), 202).transactions.map(
    ({ transactionId }) => transactionId,
  );
};

const statusesOf = async (service: ServedHere, ids: ReadonlyArray<string>) =>
  (await Promise.all(ids.map((id) => transaction(service, id)))).map(({ status }) => status);

const textsIn = async (folder: string, word = ''): Promise<ReadonlyArray<string>> => {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.filter((text) => text.includes(word));
};

const advance = (service: ServedHere, seconds: number) =>
  service.post('/sandbox/v1/clock/advance', { seconds });

const incidentsOf = async ({ dataDir }: ServedHere) => {
  const url = `sqlite:${join(dataDir, 'hundi.db')}`;
  const { out } = await callHundi(['incidents', '--json', '--database-url', url]);
  return out.map((line) => (JSON.parse(line) as OperatorIncident).incident);
};

/** The entries of a message: how much, on which side, and of how many payments it has details. */
const entriesIn = (text: string) =>
  [...text.matchAll(/<Ntry><Amt Ccy="INR">(.*?)<.*?<CdtDbtInd>(\w+)<([\s\S]*?)<\/Ntry>/g)].map(
    ([, rupees = '', side = '', rest = '']) =>
      `${side} ${rupees}, of ${String(rest.match(/<TxDtls>/g)?.length ?? 0)}`,
  );

const balanceIn = (statement: string, type: 'OPBD' | 'CLBD'): number => {
  const found = new RegExp(`<Cd>${type}</Cd>.*?<Amt Ccy="INR">([0-9.]+)<`).exec(statement);
  return Math.round(Number(found?.[1]) * 100);
};

test.serial(
  'a batch of debit mode single is one file and one debit, and the order that the bank refuses is credited back',
  async (t) => {
    const service = await start(t);
    const folders = foldersIn(join(service.dataDir, 'bank'));
    const opening = await balance(service);
    const ids = await pay(
      service,
      ...Array<string>(4).fill('Sharma Steel'),
      'Closed Account Traders',
    );
    await service.post('/sandbox/v1/settle');

    t.deepEqual(await statusesOf(service, ids), ['paid', 'paid', 'paid', 'paid', 'failed']);
    const refused = await transaction(service, ids.at(-1) ?? '');
    t.is(refused.statusDetails?.code, 'beneficiary_account_invalid');
    const sent = await textsIn(folders.taken);
    t.is(sent.length, 1);
    t.regex(
      sent[0] ?? '',
      /<BtchBookg>true<\/BtchBookg><NbOfTxs>5<\/NbOfTxs><CtrlSum>125\.00<\/CtrlSum>/,
    );
    const entries = ['DBIT 125.00, of 4', 'CRDT 25.00, of 1'];
    t.deepEqual((await textsIn(folders.done, 'camt.054')).flatMap(entriesIn), entries);
    const closing = await balance(service);
    t.is(opening - closing, 4 * 2_500);

    await advance(service, 86_400);
    const [statement = '', ...others] = await textsIn(folders.done, 'camt.053');
    t.deepEqual(others, []);
    t.deepEqual(entriesIn(statement), entries);
    t.regex(statement, /<Btch><MsgId>M\w{32}<\/MsgId><PmtInfId>G\w{32}<\/PmtInfId><NbOfTxs>5</);
    t.deepEqual([balanceIn(statement, 'OPBD'), balanceIn(statement, 'CLBD')], [opening, closing]);
    t.deepEqual(await incidentsOf(service), []);
    t.deepEqual(await statusesOf(service, ids), ['paid', 'paid', 'paid', 'paid', 'failed']);
  },
);

test.serial(
  'of a group that was debited at once, the bank says later which order is paid, and credits what comes back',
  async (t) => {
    const service = await start(t);
    const folders = foldersIn(join(service.dataDir, 'bank'));
    const ids = await pay(service, 'Later Today Textiles', 'Returned Goods House');
    await service.post('/sandbox/v1/settle');

    t.deepEqual(await statusesOf(service, ids), ['sent_to_bank', 'paid']);
    await advance(service, 3_700);
    t.deepEqual(await statusesOf(service, ids), ['paid', 'failed']);
    t.deepEqual((await textsIn(folders.done, 'camt.054')).flatMap(entriesIn), [
      'DBIT 50.00, of 1',
      'CRDT 25.00, of 1',
    ]);
    const said = (await textsIn(folders.done, 'pain.002')).map(
      (text) => text.match(/<TxSts>\w+/g)?.join(' ') ?? '',
    );
    t.deepEqual(said, ['<TxSts>ACSP <TxSts>ACSP', '<TxSts>ACSC']);

    await advance(service, 2 * 86_400);
    const entries = (await textsIn(folders.done, 'camt.053')).flatMap(entriesIn);
    t.deepEqual(
      entries.map((one) => one.split(',')[0]),
      ['DBIT 50.00', 'CRDT 25.00'],
    );
    // After an hour without a word the engine may name the late payment.
    const wrong = (await incidentsOf(service)).filter(({ kind }) => kind !== 'outcome_unknown');
    t.deepEqual(wrong, []);
    t.deepEqual(await statusesOf(service, ids), ['paid', 'failed']);
  },
);
