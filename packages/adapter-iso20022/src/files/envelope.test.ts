import test from 'ava';
import { el, group, statusReport } from '../messages.test.support.js';
import { orderOf, refOf } from '../orders.test.data.js';
import { NotOpened, type Envelope } from './envelope.js';
import { collectAll, officeOf } from './folders.test.support.js';

const SEAL = 'SIGNED BY THE BANK\n';

/** A first line, in the place of a signature. */
const firstLine: Envelope = {
  seal: async function* (message) {
    yield Buffer.from(SEAL);
    yield* message;
  },
  open: async function* (file) {
    let begun = Buffer.alloc(0);
    let isOpen = false;
    for await (const piece of file) {
      if (isOpen) yield piece;
      else begun = Buffer.concat([begun, piece]);
      if (isOpen || begun.length < SEAL.length) continue;
      if (begun.subarray(0, SEAL.length).toString() !== SEAL)
        throw new NotOpened('the signature is missing');
      isOpen = true;
      yield begun.subarray(SEAL.length);
    }
    if (!isOpen) throw new NotOpened('the signature is missing');
  },
};

const paid = statusReport(
  '',
  group(
    'G',
    el('TxInfAndSts', el('OrgnlInstrId', refOf(1)), el('TxSts', 'ACCC'), el('ClrSysRef', 'U1')),
  ),
).replace('>M1<', '>BANKS-OWN<');

test('a file to the bank is sealed, and one of the bank is opened', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail(undefined, undefined, firstLine);
  await rail.submit([orderOf(1)]);
  const [name = ''] = await office.names('out');
  t.true((await office.text('out', name)).startsWith(`${SEAL}<?xml`));

  await office.put('a.xml', SEAL + paid);
  const taken = new Set<string>();
  await collectAll(rail, taken);

  t.deepEqual(
    [...taken].map((one) => one.split('/').at(-1)),
    ['paid'],
  );
});

test('a file that the bank did not sign is refused with the reason, and nothing of it is taken', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail(undefined, undefined, firstLine);
  await rail.submit([orderOf(1)]);
  for (const [name, text] of Object.entries({ 'a.xml': paid, 'b.xml': '' }))
    await office.put(name, text);
  const taken = new Set<string>();
  await collectAll(rail, taken);

  t.deepEqual([...taken], []);
  t.deepEqual(await office.names('in'), []);
  const reasons = (await office.names('refused')).filter((name) => name.endsWith('.reason.json'));
  t.is(reasons.length, 2);
  for (const name of reasons)
    t.like(JSON.parse(await office.text('refused', name)), {
      refusal: { fault: 'not_opened', detail: 'the signature is missing' },
    });
});

test('two broken files of one name are both kept, however much alike they begin', async (t) => {
  const office = await officeOf(t);
  for (const end of ['one', 'other']) {
    await office.put('a.xml', `<Document>&broken;${'x'.repeat(300_000)}${end}`);
    await collectAll(office.rail(), new Set());
  }

  const kept = (await office.names('refused')).filter((name) => !name.endsWith('.reason.json'));
  t.is(kept.length, 2);
});
