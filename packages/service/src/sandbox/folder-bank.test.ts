import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryBooks, sandboxBank } from '@hundi/testkit';
import test from 'ava';
import { folderBank } from './folder-bank.js';

const AT = Date.UTC(2026, 10, 27, 10);
const DEBTOR =
  '<Dbtr><Nm>Acme</Nm></Dbtr><DbtrAcct><Id><Othr><Id>50200011112222</Id></Othr></Id></DbtrAcct>' +
  '<DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>DEMO0000001</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt>';

const orderOf = (ref: string): string =>
  `<CdtTrfTxInf><PmtId><InstrId>${ref}</InstrId><EndToEndId>${ref}</EndToEndId></PmtId>` +
  '<Amt><InstdAmt Ccy="INR">25.00</InstdAmt></Amt>' +
  '<CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>HDFC0000001</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>' +
  '<Cdtr><Nm>Sharma</Nm></Cdtr><CdtrAcct><Id><Othr><Id>1234567800</Id></Othr></Id></CdtrAcct></CdtTrfTxInf>';

const groupOf = (id: string, count: number, ...refs: ReadonlyArray<string>): string =>
  `<PmtInf><PmtInfId>${id}</PmtInfId><BtchBookg>true</BtchBookg><NbOfTxs>${String(count)}</NbOfTxs>` +
  '<CtrlSum>50.00</CtrlSum><PmtTpInf><LclInstrm><Prtry>NEFT</Prtry></LclInstrm></PmtTpInf>' +
  `<ReqdExctnDt><Dt>2026-11-27</Dt></ReqdExctnDt>${DEBTOR}${refs.map(orderOf).join('')}</PmtInf>`;

const messageOf = (...groups: ReadonlyArray<string>): string =>
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
  `<GrpHdr><MsgId>M1</MsgId></GrpHdr>${groups.join('')}</CstmrCdtTrfInitn></Document>`;

test('of a group that holds another number of orders than it says, the bank executes nothing and says why', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'hundi-folder-bank-'));
  t.teardown(() => rm(root, { recursive: true }));
  const folders = { out: join(root, 'out'), in: join(root, 'in'), taken: join(root, 'taken') };
  for (const folder of Object.values(folders)) await mkdir(folder);
  const clock = { now: () => AT };
  const books = memoryBooks();
  const bank = sandboxBank({ books, clock });
  await bank.openAccounts([{ accountNumber: '50200011112222', balance: 100_000 }]);
  const { work } = folderBank({ bank, books, folders, clock, zone: 'Asia/Kolkata' });
  await writeFile(
    join(folders.out, 'M1.xml'),
    messageOf(groupOf('G1', 3, 'A', 'B'), groupOf('G2', 2, 'C', 'D')),
  );
  await work();

  const taken = await bank.orders();
  t.deepEqual(
    taken.map(({ bankRef }) => bankRef),
    ['C', 'D'],
  );
  t.is(await bank.balance('50200011112222'), 95_000);
  t.deepEqual(await readdir(folders.taken), ['M1.xml']);
  const names = (await readdir(folders.in)).sort();
  const [report = '', notification = ''] = await Promise.all(
    names.map((name) => readFile(join(folders.in, name), 'utf8')),
  );
  t.true(
    report.includes(
      '<OrgnlPmtInfId>G1</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts><StsRsnInf><Rsn><Prtry>AM20</Prtry></Rsn>' +
        '<AddtlInf>NbOfTxs says 3 orders, the group has 2</AddtlInf></StsRsnInf></OrgnlPmtInfAndSts>',
    ),
    report,
  );
  t.is(report.match(/<TxSts>ACSP</g)?.length, 2);
  t.deepEqual(notification.match(/<Ntry><Amt Ccy="INR">.*?</g), ['<Ntry><Amt Ccy="INR">50.00<']);
});
