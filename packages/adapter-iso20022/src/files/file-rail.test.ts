import { copyFile, mkdir, readdir, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bankGroupOf, type BankOrder, type QueryAnswer, type SubmitAnswer } from '@hundi/core/rail';
import { checkRail, runKit } from '@hundi/testkit/kits';
import test, { type ExecutionContext } from 'ava';
import {
  el,
  entry,
  group,
  inr,
  notifications,
  pageOf,
  statement,
  statements,
  statusReport,
} from '../messages.test.support.js';
import { XML_CHARACTERS } from '../guide/fit-text.js';
import { usageGuide, type UsageGuide } from '../guide/usage-guide.js';
import { batched, GUIDE, orderOf, refOf, TAMIL } from '../orders.test.data.js';
import type { Unmatched } from '../matching/matched.js';
import { arrivedOf } from './arrived.js';
import { isAside } from './aside.js';
import { nodeDisk, type Disk } from './disk.js';
import { fileRail, type FileRail } from './file-rail.js';
import { FolderUnusable } from './folder-unusable.js';
import {
  collectAll,
  dyingDisk,
  heldDisk,
  officeOf,
  type Folder,
  type Office,
} from './folders.test.support.js';

const questionOf = (n: number) => {
  const { bankRef, bankTenantId, transactionId, amount } = orderOf(n);
  return { bankRef, bankTenantId, transactionId, amount };
};
const kinds = (answers: ReadonlyArray<QueryAnswer>) => answers.map(({ kind }) => kind);
const accepted = (...ns: ReadonlyArray<number>): string =>
  statusReport(
    '',
    group(
      'G',
      ...ns.map((n) =>
        el(
          'TxInfAndSts',
          el('OrgnlInstrId', refOf(n)),
          el('TxSts', 'ACCC'),
          el('ClrSysRef', `UTR${String(n)}`),
        ),
      ),
    ),
  ).replace('>M1<', '>BANKS-OWN<');

test('orders are one file with the name of its message, and nothing else lies in the folder', async (t) => {
  const office = await officeOf(t);

  const answers = await office.rail().submit([orderOf(1), orderOf(2)]);

  t.deepEqual(kinds(answers), ['accepted', 'accepted']);
  const [name = '', ...others] = await office.names('out');
  t.deepEqual(others, []);
  t.regex(name, /^M[0-9A-F]{32}\.xml$/);
  t.true((await office.text('out', name)).includes(`<MsgId>${name.slice(0, -4)}</MsgId>`));
  t.deepEqual(await office.sentRefs(), [refOf(1), refOf(2)]);
});

test('an order is in one file, however often and from whatever process it is sent', async (t) => {
  const office = await officeOf(t);

  await office.rail().submit([orderOf(1), orderOf(2)]);
  await office.pickUp();
  t.deepEqual(kinds(await office.rail().submit([orderOf(1), orderOf(2)])), [
    'accepted',
    'accepted',
  ]);
  t.deepEqual(kinds(await office.rail().submit([orderOf(2), orderOf(3)])), [
    'accepted',
    'accepted',
  ]);

  t.deepEqual([...(await office.sentRefs())].sort(), [refOf(1), refOf(2), refOf(3)]);
});

const RICH = 999_999_999_999_999;

test('orders that are worth more than 2^53 paise together leave in several files, and a group in one', async (t) => {
  const office = await officeOf(t);
  const rich = Array.from({ length: 10 }, (_, i) => orderOf(i + 1, { amount: RICH }));
  const members = [11, 12, 13, 14].map((n) => orderOf(n, { amount: RICH }));
  const bankGroup = bankGroupOf(members);
  const orders = [...rich, ...members.map((order) => ({ ...order, group: bankGroup }))];
  const again = [...orders, ...rich];
  const answers = await office.rail(undefined, batched).submit(again);

  t.deepEqual([...new Set(kinds(answers))], ['accepted']);
  const files = await Promise.all(
    (await office.names('out')).map((name) => office.text('out', name)),
  );
  t.is(files.length, 2);
  const inBoth = files.flatMap((file) => [...file.matchAll(/<PmtInfId>(G\w+)</g)]);
  t.is(inBoth.filter(([, id]) => id === bankGroup.groupRef).length, 1);
  t.deepEqual(
    [...(await office.sentRefs())].sort(),
    orders.map(({ bankRef }) => bankRef),
  );
});

test('a process that is killed at any step between the files of one call neither loses nor repeats an order', async (t) => {
  const orders = [1, 2, 3, 4].map((n) => orderOf(n, { amount: 2 ** 52 }));
  const deaths = await everyDeath(async (steps) => {
    const office = await officeOf(t);
    const died = await office
      .rail(dyingDisk(steps))
      .submit(orders)
      .then(
        () => false,
        () => true,
      );
    const known = await office.rail().query(orders);
    await office.rail().submit(orders.filter((_, i) => known[i]?.kind === 'absent'));
    t.deepEqual(
      [...(await office.sentRefs())].sort(),
      orders.map(({ bankRef }) => bankRef),
      `killed at ${String(steps)}`,
    );
    return died;
  });

  t.true(deaths > 40);
});

test('processes that send the same orders at once send them once', async (t) => {
  const office = await officeOf(t);

  await Promise.allSettled(
    Array.from({ length: 4 }, () => office.rail().submit([orderOf(1), orderOf(2)])),
  );

  t.deepEqual(await office.sentRefs(), [refOf(1), refOf(2)]);
});

test('an order that the guide refuses is refused, and the others are sent', async (t) => {
  const office = await officeOf(t);

  const answers = await office.rail().submit([orderOf(1, TAMIL), orderOf(2)]);

  t.deepEqual(kinds(answers), ['refused', 'accepted']);
  t.deepEqual(await office.sentRefs(), [refOf(2)]);
});

const ALL_LETTERS = { allowed: XML_CHARACTERS };

test('an order that the guide refused stays refused, to every process and though the guide was corrected', async (t) => {
  const office = await officeOf(t);
  const orders = [orderOf(1, TAMIL), orderOf(2)];
  const [refused] = await office.rail().submit(orders);

  const other = office.rail(undefined, usageGuide({ ...GUIDE, characters: ALL_LETTERS }));
  const answers = [refused, { bankRef: refOf(2), kind: 'accepted' }];

  t.is(refused?.kind, 'refused');
  t.deepEqual(await other.query([1, 2].map(questionOf)), answers);
  t.deepEqual(await other.submit(orders), answers);
  t.deepEqual(await office.sentRefs(), [refOf(2)]);
});

test('where the guide refuses every order of a call, each stays refused, and no file is sent', async (t) => {
  const office = await officeOf(t);
  const orders = [orderOf(1, TAMIL), orderOf(2, TAMIL)];
  const answers = await office.rail().submit(orders);

  t.deepEqual(kinds(answers), ['refused', 'refused']);
  t.deepEqual(await office.rail().query([1, 2].map(questionOf)), answers);
  t.deepEqual(await office.rail().submit(orders), answers);
  t.deepEqual([await office.names('out'), (await office.names('sent')).length], [[], 1]);
});

test('processes that send the same orders at once by different guides answer what the ledger says', async (t) => {
  const office = await officeOf(t);
  const bankGroup = bankGroupOf([orderOf(1), orderOf(2)]);
  const orders = [orderOf(1), orderOf(2, TAMIL)].map((order) => ({ ...order, group: bankGroup }));
  const { disk, isAsked, letGo } = heldDisk();
  const late = office.rail(disk, batched).submit(orders);
  await isAsked;
  const first = await office
    .rail(undefined, usageGuide({ ...GUIDE, batchBooking: true, characters: ALL_LETTERS }))
    .submit(orders);
  letGo();

  t.deepEqual(kinds(first), ['accepted', 'accepted']);
  t.deepEqual(await late, first);
  t.deepEqual(await office.rail().query([1, 2].map(questionOf)), first);
});

test('a refusal is answered once it is kept: beside a process that sends less of the same message, it is unknown', async (t) => {
  const office = await officeOf(t);
  const { disk, isAsked, letGo } = heldDisk();
  const late = office.rail(disk).submit([orderOf(1), orderOf(2, TAMIL)]);
  await isAsked;
  await office.rail().submit([orderOf(1)]);
  letGo();

  t.deepEqual(kinds(await late), ['accepted', 'unknown']);
  t.deepEqual(kinds(await office.rail().query([1, 2].map(questionOf))), ['accepted', 'absent']);
  t.deepEqual(kinds(await office.rail().submit([orderOf(2, TAMIL)])), ['refused']);
});

test('a process that is too slow neither sends nor refuses: the orders are absent', async (t) => {
  for (const orders of [
    [orderOf(1), orderOf(2, TAMIL)],
    [orderOf(1, TAMIL), orderOf(2, TAMIL)],
  ]) {
    const office = await officeOf(t);
    let now = Date.now();
    const { disk, isAsked, letGo } = heldDisk();
    const slow = office.rail(disk, undefined, undefined, () => now).submit(orders);
    await isAsked;
    now += 9_000;
    letGo();

    await t.throwsAsync(slow, { message: /too long/ });
    t.deepEqual(kinds(await office.rail().query([1, 2].map(questionOf))), ['absent', 'absent']);
    t.deepEqual(await office.names('sent'), []);
  }
});

const noSpace = (): Error => Object.assign(new Error('no space left'), { code: 'ENOSPC' });

test('a send that the full disk ends leaves nothing behind, and the orders are sent once there is room', async (t) => {
  for (const suffix of ['.part', '.draft']) {
    const office = await officeOf(t);
    const full: Disk = {
      ...nodeDisk,
      write: async (path, pieces) => {
        await nodeDisk.write(path, pieces);
        if (path.endsWith(suffix)) throw noSpace();
      },
    };
    for (let tries = 0; tries < 3; tries += 1)
      await t.throwsAsync(office.rail(full).submit([orderOf(1), orderOf(2, TAMIL)]), {
        code: 'ENOSPC',
      });

    t.deepEqual(await office.names('sent'), [], suffix);
    t.deepEqual(kinds(await office.rail().query([questionOf(1)])), ['absent']);
    t.deepEqual(kinds(await office.rail().submit([orderOf(1)])), ['accepted']);
    t.deepEqual(await office.sentRefs(), [refOf(1)]);
  }
});

test('of a file that comes while the disk is full each report counts once, as soon as there is room', async (t) => {
  const office = await officeOf(t);
  await office.rail().submit([orderOf(1), orderOf(2)]);
  await office.pickUp();
  await office.put('a.xml', accepted(1, 2).replaceAll('ACCP', 'ACSC'));
  await office.put('b.xml', 'no message');
  const full: Disk = {
    ...nodeDisk,
    write: async (path, pieces) => {
      await nodeDisk.write(path, pieces);
      throw noSpace();
    },
  };
  const engine = new Set<string>();
  for (let tries = 0; tries < 3; tries += 1)
    await t.throwsAsync(collectAll(office.rail(full), engine), { code: 'ENOSPC' });
  t.deepEqual(await office.names('done'), []);

  await collectAll(office.rail(), engine);
  t.deepEqual(await office.names('in'), []);
  t.deepEqual((await office.names('refused')).length, 2);
  t.deepEqual((await office.names('done')).length, 1);
});

test('a send that ends once its entry may stand keeps its file: it is sent once, whether the entry stands or not', async (t) => {
  for (const stands of [true, false]) {
    const office = await officeOf(t);
    const failing: Disk = {
      ...nodeDisk,
      link: async (from, to) => {
        if (stands) await nodeDisk.link(from, to);
        throw noSpace();
      },
    };
    await t.throwsAsync(office.rail(failing).submit([orderOf(1)]), { code: 'ENOSPC' });

    t.is((await office.names('sent')).filter((name) => name.endsWith('.part')).length, 1);
    const [known] = await office.rail().query([questionOf(1)]);
    t.is(known?.kind, stands ? 'accepted' : 'absent');
    await office.rail().submit([orderOf(1)]);
    t.deepEqual(await office.sentRefs(), [refOf(1)]);
  }
});

test('the rail knows of an order what its folder knows: another process has sent it, or none has', async (t) => {
  const office = await officeOf(t);
  const [one, other] = [office.rail(), office.rail()];
  await one.query([questionOf(1)]);

  await other.submit([orderOf(1)]);

  t.deepEqual(await one.query([questionOf(1), questionOf(2)]), [
    { bankRef: refOf(1), kind: 'accepted' },
    { bankRef: refOf(2), kind: 'absent' },
  ]);
});

test('the rail answers with the verdict that the bank has given, and with none that it contradicts', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail();
  const refused = (n: number): string =>
    statusReport(
      '',
      group('G', el('TxInfAndSts', el('OrgnlInstrId', refOf(n)), el('TxSts', 'RJCT'))),
    )
      .replace('>M1<', '>BANKS-OWN<')
      .replace('BANK-1', 'BANK-2');
  await rail.submit([orderOf(1), orderOf(2), orderOf(3)]);
  await office.put('a.xml', accepted(1, 2));
  await office.put('b.xml', refused(2));
  await office.put('c.xml', refused(3));
  await collectAll(rail, new Set());

  for (const asked of [rail, office.rail()])
    t.deepEqual(kinds(await asked.query([1, 2, 3].map(questionOf))), [
      'paid',
      'unknown',
      'refused',
    ]);
});

/**
 * What the kit for rails knows of a rail by files. An order is held on its way while its process has not written the file
 * yet; its caller waits no longer.
 */
const certified = async (t: ExecutionContext, by?: UsageGuide) => {
  const office = await officeOf(t);
  let moment = 0;
  let held: ReturnType<typeof heldDisk> | undefined;
  const sends: Promise<unknown>[] = [];
  const railOver = (disk?: Disk) => office.rail(disk, by, undefined, () => Date.now() + moment);
  const submit = async (orders: ReadonlyArray<BankOrder>) => {
    if (held === undefined) return railOver().submit(orders);
    const { disk, isAsked } = held;
    held = undefined;
    sends.push(railOver(disk).submit(orders).catch(String));
    await isAsked;
    throw new Error('no answer in time');
  };
  const { debtor, ...sample } = orderOf(1);
  const under = {
    rail: () => ({ ...railOver(), submit }),
    pays: { ...sample, debtor },
    refuses: { ...sample, debtor, ...TAMIL },
    timesPaid: async (bankRef: string) =>
      (await office.sentRefs()).filter((ref) => ref === bankRef).length,
    settle: office.pickUp,
    holdNextSubmit: () => {
      const { letGo } = (held = heldDisk());
      return async () => {
        letGo();
        await Promise.all(sends);
      };
    },
    pass: (ms: number) => {
      moment += ms;
    },
  };
  return { office, under };
};

const WIRE = /^give faults\./;

test('the rail keeps every promise of its port', async (t) => {
  const { under } = await certified(t);
  const { passed, failed, notChecked } = await runKit(checkRail(under));

  t.deepEqual(failed, []);
  t.true(passed.length >= 13);
  const others = notChecked.filter(({ needs }) => !WIRE.test(needs));
  t.true(
    others.every(({ needs }) => needs === 'the rail declares no ordersAGroup, and gets no groups'),
  );
});

test('where the bank books groups at once, the rail takes groups, and keeps every promise about them', async (t) => {
  const { office, under } = await certified(t, batched);
  const debits = async (groupRef: string) => {
    const names = await office.names('bank');
    const files = await Promise.all(names.map((name) => office.text('bank', name)));
    return files.flatMap((file) =>
      [...file.matchAll(/<PmtInfId>(G\w+)<\/PmtInfId>.*?<BtchBookg>true<.*?<CtrlSum>([\d.]+)</g)]
        .filter(([, id]) => id === groupRef)
        .map(([, , rupees]) => Math.round(Number(rupees) * 100)),
    );
  };
  const { passed, failed, notChecked } = await runKit(checkRail({ ...under, groupDebits: debits }));

  t.deepEqual(failed, []);
  t.is(passed.filter((sentence) => sentence.includes('group')).length, 6);
  t.deepEqual(
    notChecked.filter(({ needs }) => !WIRE.test(needs)),
    [],
  );
  t.is(office.rail().traits.ordersAGroup, undefined);
});

test('the rail says how long its bank takes, where the host does', (t) => {
  const folders = { out: 'out', sent: 'sent', in: 'in', done: 'done', refused: 'refused' };
  const asked = { ...folders, guide: batched, clock: { now: () => 0 } };
  t.false('answersWithinMs' in fileRail(asked).traits);
  t.is(fileRail({ ...asked, answersWithinMs: 86_400_000 }).traits.answersWithinMs, 86_400_000);
});

test('the rail names what the guide lets no message say, before anything is sent', (t) => {
  const folders = { out: 'out', sent: 'sent', in: 'in', done: 'done', refused: 'refused' };
  const purposes = { SUPP: { code: 'SUPP' } };
  const by = usageGuide({ ...GUIDE, purposes });
  const { refuses } = fileRail({ ...folders, guide: by, clock: { now: () => 0 } });
  const named = (others: Partial<BankOrder>) => refuses?.(orderOf(1, others));

  t.is(named({}), undefined);
  t.deepEqual(named(TAMIL), {
    of: 'beneficiaryName',
    message: `Demo Bank does not take "கு" in the payee's name: write it in other letters`,
  });
  t.like(named({ narration: 'மார்ச்' }), { of: 'narration' });
  t.like(named({ paymentMethod: 'UPI' }), { of: 'paymentMethod' });
  t.like(named({ purpose: 'RENT' }), { of: 'purpose' });
  t.like(named({ debtor: { name: 'அக்மி', ifsc: 'UTIB0000001' } }), { of: 'debtor' });
});

test('of a group, a refusal and its credit are one word, whichever comes first', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail(undefined, batched);
  const bankGroup = bankGroupOf([1, 2, 4].map((n) => orderOf(n)));
  await rail.submit([1, 2, 4].map((n) => orderOf(n, { group: bankGroup })));
  await rail.submit([orderOf(3)]);
  const refused = (n: number) =>
    statusReport(
      '',
      group('G', el('TxInfAndSts', el('OrgnlInstrId', refOf(n)), el('TxSts', 'RJCT'))),
    )
      .replace('>M1<', '>BANKS-OWN<')
      .replace('BANK-1', `BANK-R${String(n)}`);
  const credit = (n: number) =>
    notifications(
      entry({
        rupees: `500.0${String(n)}`,
        side: 'CRDT',
        details: el(
          'TxDtls',
          el('Refs', el('InstrId', refOf(n)), el('ClrSysRef', `UTR${String(n)}`)),
          inr(`500.0${String(n)}`),
          '<CdtDbtInd>CRDT</CdtDbtInd>',
          el('RtrInf', el('Rsn', el('Cd', 'AC04'))),
        ),
      }),
    ).replace('BANK-1', `BANK-C${String(n)}`);
  await office.put('a.xml', refused(2));
  await office.put('b.xml', credit(2));
  await office.put('c.xml', refused(3));
  await office.put('d.xml', credit(3));
  await office.put('e.xml', credit(4));
  await office.put('f.xml', refused(4));

  const taken: string[] = [];
  await rail.collect(async ({ reports }) => {
    taken.push(...reports.map(({ bankRef, verdict }) => `${bankRef.slice(-1)} ${verdict.kind}`));
  });
  t.deepEqual(taken, [
    '2 refused',
    '2 refused',
    '3 refused',
    '3 returned',
    '4 returned',
    '4 returned',
  ]);
  const known = await rail.query([2, 3, 4].map(questionOf));
  t.deepEqual(kinds(known), ['refused', 'unknown', 'returned']);
});

/** Does some work with a disk that dies ever later, until it lives to its end. */
const everyDeath = async (work: (steps: number) => Promise<boolean>): Promise<number> => {
  for (let steps = 0; steps < 500; steps += 1) if (!(await work(steps))) return steps;
  throw new Error('it never ends');
};

test('a process that is killed at any step of a send neither loses nor repeats an order', async (t) => {
  const deaths = await everyDeath(async (steps) => {
    const office = await officeOf(t);
    const orders = [orderOf(1), orderOf(2)];
    const died = await office
      .rail(dyingDisk(steps))
      .submit(orders)
      .then(
        () => false,
        () => true,
      );
    await office.pickUp();
    const known = await office.rail().query(orders);
    await office.pickUp();
    // As the engine does: only what is absent is sent again, in whatever company.
    const absent = orders.filter((_, i) => known[i]?.kind === 'absent');
    await office.rail().submit([...absent, orderOf(3)]);
    t.deepEqual(
      [...(await office.sentRefs())].sort(),
      [refOf(1), refOf(2), refOf(3)],
      `killed at ${String(steps)}`,
    );
    t.true(
      known.every(({ kind }) => kind === known[0]?.kind),
      'a file is sent whole or not at all',
    );
    return died;
  });

  t.true(deaths > 10);
});

test('a group of which the guide refuses an order is decided whole, at whatever step the process is killed', async (t) => {
  const bankGroup = bankGroupOf([1, 2, 3].map((n) => orderOf(n)));
  const of = (n: number, others = {}) => orderOf(n, { group: bankGroup, ...others });
  const mixed = [of(1), of(2, TAMIL), of(3)];
  const allRefused = [of(1, TAMIL), of(2, TAMIL), of(3, TAMIL)];
  for (const [orders, verdicts] of [
    [mixed, ['accepted', 'refused', 'accepted']],
    [allRefused, ['refused', 'refused', 'refused']],
  ] as const) {
    const deaths = await everyDeath(async (steps) => {
      const office = await officeOf(t);
      const died = await office
        .rail(dyingDisk(steps), batched)
        .submit(orders)
        .then(
          () => false,
          () => true,
        );
      const known = (await office.rail().query(orders)).map(({ kind }) => kind);
      const isAbsent = known.every((kind) => kind === 'absent');
      // The engine sends a group again only if none of its orders has an answer.
      if (!isAbsent) t.deepEqual(known, [...verdicts], `killed at ${String(steps)}`);
      else await office.rail(undefined, batched).submit(orders);
      t.deepEqual(kinds(await office.rail().query(orders)), [...verdicts]);
      t.deepEqual(
        [...(await office.sentRefs())].sort(),
        orders.filter((_, i) => verdicts[i] === 'accepted').map(({ bankRef }) => bankRef),
        `killed at ${String(steps)}`,
      );
      return died;
    });
    t.true(deaths > 5);
  }
});

const put = (office: Office) => office.put('a.xml', accepted(1, 2));

test('what comes in is matched, taken and kept', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail();
  await rail.submit([orderOf(1), orderOf(2)]);
  await put(office);

  const [file, ...others] = await collectAll(rail, new Set());

  t.deepEqual(others, []);
  t.is(file?.name, 'a.xml');
  t.deepEqual(
    file?.reports.map(({ bankRef, verdict }) => [bankRef, verdict.kind]),
    [
      [refOf(1), 'paid'],
      [refOf(2), 'paid'],
    ],
  );
  t.deepEqual(await office.names('in'), []);
  t.regex((await office.names('done')).join(), /^a\.xml\.[0-9a-f]{16}$/);
  t.deepEqual(await collectAll(rail, new Set()), []);
});

test('a process that is killed at any step of taking a file takes it again, and each report counts once', async (t) => {
  const deaths = await everyDeath(async (steps) => {
    const office = await officeOf(t);
    await office.rail().submit([orderOf(1), orderOf(2)]);
    await put(office);
    const engine = new Set<string>();
    const died = await collectAll(office.rail(dyingDisk(steps)), engine).then(
      () => false,
      () => true,
    );
    await collectAll(office.rail(), engine);
    t.deepEqual(
      [...engine].sort(),
      [`BANK-1/${refOf(1)}/paid`, `BANK-1/${refOf(2)}/paid`],
      `killed at ${String(steps)}`,
    );
    t.deepEqual(await office.names('in'), []);
    t.is((await office.names('done')).length, 1);
    return died;
  });

  t.true(deaths > 10);
});

test('a process that is killed at any step of refusing a file refuses it again, and it lies in refused once with its reason', async (t) => {
  const deaths = await everyDeath(async (steps) => {
    const office = await officeOf(t);
    await office.put('a.xml', accepted(1).slice(0, -20));
    const noted = new Set<string>();
    const refuse = (rail: FileRail) =>
      rail.collect(
        async ({ name }) => t.fail(`${name} was taken`),
        async ({ keptAs }) => void noted.add(keptAs),
      );
    const died = await refuse(office.rail(dyingDisk(steps))).then(
      () => false,
      () => true,
    );
    await refuse(office.rail());

    const [keptAs = '', ...others] = noted;
    t.deepEqual(others, []);
    t.deepEqual(await office.names('in'), []);
    t.deepEqual(
      (await office.names('refused')).filter((name) => !isAside(name)),
      [keptAs, `${keptAs}.reason.json`],
      `killed at ${String(steps)}`,
    );
    t.is(await office.text('refused', keptAs), accepted(1).slice(0, -20));
    t.like(JSON.parse(await office.text('refused', `${keptAs}.reason.json`)), {
      name: 'a.xml',
      refusal: { fault: 'truncated' },
    });
    return died;
  });

  t.true(deaths > 10);
});

test('a file whose reports the engine cannot take stays and comes again, and those behind it are taken', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail();
  await rail.submit([orderOf(1), orderOf(2)]);
  await put(office);
  await office.put('b.xml', accepted(2));
  const away = new Error('the database is away');

  await t.throwsAsync(
    rail.collect(({ name }) => (name === 'a.xml' ? Promise.reject(away) : Promise.resolve())),
    { is: away },
  );

  t.deepEqual(await office.names('in'), ['a.xml']);
  t.is((await collectAll(rail, new Set())).length, 1);
});

/** A disk that refuses one thing about the files of a name. */
const refusing = (what: 'stat' | 'read' | 'link' | 'remove', name: string): Disk => {
  const denied = (path: string): void => {
    if (path.includes('/in/') && arrivedOf({ name: basename(path), path }).name === name)
      throw Object.assign(new Error(`${what} ${name}: permission denied`), { code: 'EACCES' });
  };
  const asked =
    <A extends ReadonlyArray<string>, B>(run: (path: string, ...more: A) => B) =>
    (path: string, ...more: A): B => {
      denied(path);
      return run(path, ...more);
    };
  return { ...nodeDisk, [what]: asked(nodeDisk[what] as (path: string) => unknown) };
};

test('a file that cannot be looked at, read, moved or removed keeps only itself, and its cause is reported each time', async (t) => {
  for (const what of ['stat', 'read', 'link', 'remove'] as const)
    for (const content of [accepted(1), 'no message']) {
      const office = await officeOf(t);
      const rail = office.rail(refusing(what, 'a.xml'));
      await rail.submit([orderOf(1), orderOf(2)]);
      await office.put('a.xml', content);
      await office.put('b.xml', accepted(2));
      await office.put('c.xml', 'no message');
      const taken = new Set<string>();
      const refused = new Set<string>();
      for (let round = 0; round < 2; round += 1)
        await t.throwsAsync(
          rail.collect(
            async ({ name }) => void taken.add(name),
            async ({ name }) => void refused.add(name),
          ),
          { code: 'EACCES', message: `${what} a.xml: permission denied` },
        );

      t.true(taken.has('b.xml') && refused.has('c.xml'), what);
      t.deepEqual(await office.names('in'), ['a.xml'], what);
      const engine = new Set<string>();
      await collectAll(office.rail(), engine);
      t.deepEqual(await office.names('in'), []);
      t.is(engine.has(`BANK-1/${refOf(1)}/paid`), content !== 'no message');
    }
});

test('of several files that fail, the first is the one that is reported', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail(refusing('read', 'b.xml'));
  const away = new Error('the database is away');
  for (const name of ['a.xml', 'b.xml']) await office.put(name, 'no message');

  await t.throwsAsync(
    rail.collect(
      async () => undefined,
      () => Promise.reject(away),
    ),
    { is: away },
  );
});

test('a broken file goes aside with its reason, nothing of it is taken, and the next file is', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail();
  await rail.submit([orderOf(1), orderOf(2)]);
  await office.put('a.xml', accepted(1).slice(0, -20));
  await office.put('b.xml', accepted(2));
  const taken: string[] = [];

  const { refused } = await rail.collect(async ({ name }) => void taken.push(name));

  t.deepEqual(taken, ['b.xml']);
  t.like(refused, [{ name: 'a.xml', refusal: { fault: 'truncated' } }]);
  const names = await office.names('refused');
  t.is(names.length, 2);
  t.like(JSON.parse(await office.text('refused', names[1] ?? '')), refused[0] ?? {});
});

test('a broken file that the host cannot take note of stays, and comes again', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail();
  await office.put('a.xml', 'no message');
  const away = new Error('the database is away');
  const take = async () => undefined;

  await t.throwsAsync(
    rail.collect(take, () => Promise.reject(away)),
    { is: away },
  );
  t.deepEqual(await office.names('in'), ['a.xml']);
  const noted: string[] = [];
  await rail.collect(take, async ({ keptAs }) => void noted.push(keptAs));

  t.deepEqual(await office.names('refused'), [noted[0], `${String(noted[0])}.reason.json`]);
});

test('two files of one name and other bytes are both kept', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail();
  await rail.submit([orderOf(1), orderOf(2)]);
  await office.put('a.xml', accepted(1));
  await collectAll(rail, new Set());
  await office.put('a.xml', accepted(2));
  await collectAll(rail, new Set());
  await office.put('a.xml', accepted(2));
  const engine = new Set<string>();
  await collectAll(rail, engine);

  t.is((await office.names('done')).length, 2);
  t.deepEqual([...engine], [`BANK-1/${refOf(2)}/paid`]);
});

/** The bank moves a file to its name, whatever has that name. */
const moveIn = async (office: Office, name: string, text: string): Promise<void> => {
  await office.put('.aside', text);
  await rename(join(office.path('in'), '.aside'), join(office.path('in'), name));
};

/** A file of the bank that says of an order that it is paid. */
const paidFile = (n: number): string => accepted(n).replace('BANK-1', `BANK-${String(n)}`);

test('a file that the bank moves to the name of one that is being taken is taken next, and both are kept', async (t) => {
  for (const content of [paidFile(1), 'no message']) {
    const office = await officeOf(t);
    await office.rail().submit([orderOf(1), orderOf(2)]);
    await office.put('a.xml', content);
    let arrivals = 0;
    const engine = new Set<string>();
    const take = async ({ name, keptAs }: { readonly name: string; readonly keptAs: string }) => {
      arrivals += 1;
      engine.add(`${name} ${keptAs}`);
      if (arrivals === 1) await moveIn(office, 'a.xml', paidFile(2));
    };
    const rail = office.rail();
    await rail.collect(take, take);
    await rail.collect(take, take);

    t.deepEqual([arrivals, engine.size, await office.names('in')], [2, 2, []]);
    t.deepEqual(kinds(await rail.query([questionOf(2)])), ['paid']);
    const kept = await Promise.all(
      (['done', 'refused'] as const).map(async (folder) =>
        Promise.all(
          (await office.names(folder))
            .filter((name) => !name.endsWith('.reason.json'))
            .map((name) => office.text(folder, name)),
        ),
      ),
    );
    t.deepEqual(kept.flat().sort(), [content, paidFile(2)].sort());
  }
});

test('a file that comes while one of its name cannot be taken waits by itself, and the older is read first', async (t) => {
  const office = await officeOf(t);
  await office.rail().submit([orderOf(1), orderOf(2)]);
  await office.put('a.xml', accepted(1));
  const away = new Error('the database is away');
  const failing = () => office.rail().collect(() => Promise.reject(away));
  await t.throwsAsync(failing(), { is: away });
  await moveIn(office, 'a.xml', back('B'));
  await t.throwsAsync(failing(), { is: away });
  t.deepEqual(await office.names('in'), ['a.xml', 'a.xml']);

  const engine = new Set<string>();
  await collectAll(office.rail(), engine);
  t.deepEqual([...engine], [`BANK-1/${refOf(1)}/paid`, `B/${refOf(1)}/returned`]);
});

test('a return waits behind a file of another name that another process has just begun to take', async (t) => {
  const office = await officeOf(t);
  await office.rail().submit([orderOf(1)]);
  await office.put('a.xml', accepted(1));
  await office.put('b.xml', back('B'));
  const begun: Disk = {
    ...nodeDisk,
    move: async (from, to) => {
      if (String(from).endsWith('/in/a.xml'))
        await nodeDisk.move(from, `${to.slice(0, -8)}0.taking`);
      return nodeDisk.move(from, to);
    },
  };
  const engine = new Set<string>();
  await collectAll(office.rail(begun), engine);
  t.deepEqual([...engine], []);

  await collectAll(office.rail(), engine);
  t.deepEqual([...engine], [`BANK-1/${refOf(1)}/paid`, `B/${refOf(1)}/returned`]);
});

test('a file that is being written is left alone', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail();
  for (const name of ['.a.xml', 'a.xml.part', 'a.xml.tmp', 'a.xml.filepart'])
    await office.put(name, accepted(1));
  await writeFile(`${office.path('in')}/new.xml`, accepted(1));

  t.deepEqual(await collectAll(rail, new Set()), []);
  t.is((await office.names('in')).length, 5);
});

test('a file whose time has not come yet is taken once it has not changed for 5 s, and those behind it are, too', async (t) => {
  const office = await officeOf(t);
  let now = Date.now();
  const rail = office.rail(undefined, undefined, undefined, () => now);
  await rail.submit([orderOf(1), orderOf(2)]);
  const path = join(office.path('in'), 'a.xml');
  const ahead = now / 1_000 + 19_800;
  const writeAhead = async (text: string) => {
    await writeFile(path, text);
    await utimes(path, ahead, ahead);
  };
  await writeAhead(accepted(1).slice(0, -20));
  await office.put('b.xml', back('B'));
  const engine = new Set<string>();
  await collectAll(rail, engine);
  now += 4_000;
  await writeAhead(accepted(1));
  await collectAll(rail, engine);
  now += 4_000;
  await collectAll(rail, engine);
  t.deepEqual([[...engine], await office.names('refused')], [[], []]);

  now += 1_000;
  await collectAll(rail, engine);
  t.deepEqual([...engine], [`BANK-1/${refOf(1)}/paid`, `B/${refOf(1)}/returned`]);
});

test('a file with the longest name that there is, or with a name in Latin-1, is taken or refused as any other', async (t) => {
  const longest = `${'ü'.repeat(125)}a.xml`;
  const latin1 = Buffer.from('Kontoauszüge.xml', 'latin1');
  for (const [bytes, name] of [
    [Buffer.from(longest), 'ü'.repeat(95)],
    [latin1, 'Kontoauszüge.xml'],
  ] as const)
    for (const content of [accepted(1), 'no message']) {
      const office = await officeOf(t);
      await office.rail().submit([orderOf(1)]);
      await office.put('a.xml', content);
      const path = Buffer.concat([Buffer.from(`${office.path('in')}/`), bytes]);
      await rename(join(office.path('in'), 'a.xml'), path);
      const seen: string[] = [];
      const see = async (file: { readonly name: string; readonly keptAs: string }) =>
        void seen.push(file.name, file.keptAs);
      await office.rail().collect(see, see);

      t.deepEqual([seen[0], await office.names('in')], [name, []]);
      t.true(seen[1]?.startsWith(`${name}.`));
      const folder = content === 'no message' ? 'refused' : 'done';
      t.true((await office.names(folder)).includes(String(seen[1])));
    }
});

test('a file aside with a long name or one in Latin-1 is let be', async (t) => {
  const office = await officeOf(t);
  await office.put('a.xml', accepted(1));
  const names = [Buffer.from(`${'a'.repeat(245)}.part`), Buffer.from('.\xe4.xml', 'latin1')];
  for (const name of names)
    await copyFile(
      join(office.path('in'), 'a.xml'),
      Buffer.concat([Buffer.from(`${office.path('in')}/`), name]),
    );
  await rm(join(office.path('in'), 'a.xml'));

  t.deepEqual(await collectAll(office.rail(), new Set()), []);
  t.is((await office.names('in')).length, 2);
});

test('processes that take files at once take each report once', async (t) => {
  const office = await officeOf(t);
  await office.rail().submit([orderOf(1), orderOf(2)]);
  for (const name of ['a', 'b', 'c']) await office.put(`${name}.xml`, accepted(1, 2));
  const engine = new Set<string>();

  await Promise.all(Array.from({ length: 3 }, () => collectAll(office.rail(), engine)));

  t.is(engine.size, 2);
  t.deepEqual(await office.names('in'), []);
  t.is((await office.names('done')).length, 3);
});

/** A credit of the first order's amount, with nothing but a UTR. */
const back = (id: string): string =>
  notifications(
    entry({
      rupees: '500.01',
      side: 'CRDT',
      details: el('TxDtls', el('Refs', el('ClrSysRef', 'UTR1')), inr('500.01')),
    }),
  ).replace('BANK-1', id);

test('a return that names nothing but the UTR of an earlier file finds its order, in the same round and later', async (t) => {
  const office = await officeOf(t);
  await office.rail().submit([orderOf(1), orderOf(2)]);
  await office.put('a.xml', accepted(1));
  await office.put('b.xml', back('B'));
  const engine = new Set<string>();
  await collectAll(office.rail(), engine);
  await office.put('c.xml', back('C'));
  await collectAll(office.rail(), engine);

  t.deepEqual([...engine].sort(), [
    `B/${refOf(1)}/returned`,
    `BANK-1/${refOf(1)}/paid`,
    `C/${refOf(1)}/returned`,
  ]);
});

test('a return waits behind a file that cannot be read or is still being written, and finds its order then', async (t) => {
  for (const isWriting of [false, true]) {
    const office = await officeOf(t);
    await office.rail().submit([orderOf(1), orderOf(2)]);
    await office.put('a.xml', accepted(1));
    await office.put('b.xml', back('B'));
    await office.put('c.xml', accepted(2));
    if (isWriting) await utimes(join(office.path('in'), 'a.xml'), new Date(), new Date());
    const engine = new Set<string>();
    const first = collectAll(
      office.rail(isWriting ? undefined : refusing('read', 'a.xml')),
      engine,
    );
    await (isWriting ? first : t.throwsAsync(first, { code: 'EACCES' }));
    t.deepEqual([...engine], [`BANK-1/${refOf(2)}/paid`]);
    t.deepEqual(await office.names('in'), ['a.xml', 'b.xml']);

    await office.put('a.xml', accepted(1));
    await collectAll(office.rail(), engine);
    t.deepEqual([...engine].slice(1), [`BANK-1/${refOf(1)}/paid`, `B/${refOf(1)}/returned`]);
    t.deepEqual(await office.names('in'), []);
  }
});

/** Of a statement that is recent. */
const TODAY = new Date().toISOString().slice(0, 10);

/** A page of a statement of the account with the debits of orders, each of ₹500 and so many paise. */
const pageWith = (
  number: number,
  isLast: boolean,
  {
    orders = [number],
    ...others
  }: { readonly orders?: ReadonlyArray<number> } & Parameters<typeof statement>[0] = {},
): string =>
  statements(
    statement(
      {
        page: pageOf(number, isLast),
        day: TODAY,
        opening: '2000',
        closing: '999.97',
        ...others,
      },
      ...orders.map((n) =>
        entry({
          rupees: `500.0${String(n)}`,
          details: el(
            'TxDtls',
            el('Refs', el('InstrId', refOf(n)), el('ClrSysRef', `UTR${String(n)}`)),
          ),
        }),
      ),
    ),
  );

/** Takes what has come in, and answers what is said of the pages of statements. */
const pagesSaid = async (rail: FileRail, engine = new Set<string>()) => {
  const said: unknown[] = [];
  await rail.collect(
    async ({ reports }) => {
      for (const { reportId, bankRef, verdict } of reports)
        engine.add(`${reportId}/${bankRef}/${verdict.kind}`);
    },
    undefined,
    async (unmatched) => {
      for (const { reason, said: of } of unmatched)
        said.push('pages' in of ? [reason, of.pages.missing, of.pages.repeated] : [reason]);
    },
  );
  return said;
};

test('pages of a statement that come in any order, over restarts, are one statement that adds up', async (t) => {
  const office = await officeOf(t);
  await office.rail().submit([orderOf(1), orderOf(2)]);
  await office.put('b.xml', pageWith(2, true));
  t.deepEqual(await pagesSaid(office.rail()), [['pages_missing', [1], []]]);
  await office.put('c.xml', pageWith(1, false));

  t.deepEqual(await pagesSaid(office.rail()), []);
});

test('of pages that come together, the last of them first by its name, none is missing', async (t) => {
  const office = await officeOf(t);
  await office.put('page-1.xml', pageWith(1, false));
  await office.put('page-10.xml', pageWith(3, true, { orders: [] }));
  await office.put('page-2.xml', pageWith(2, false));

  t.deepEqual(await pagesSaid(office.rail()), []);
});

test('no page is missing while a file of the bank waits to be read', async (t) => {
  const office = await officeOf(t);
  await office.put('b.xml', pageWith(2, true));
  await writeFile(`${office.path('in')}/c.xml`, pageWith(1, false));
  await writeFile(`${office.path('in')}/d.xml.part`, 'half');
  const rail = office.rail();
  t.deepEqual(await pagesSaid(rail), []);
  await office.put('c.xml', pageWith(1, false, { orders: [3] }));

  t.deepEqual(await pagesSaid(rail), [['balances_differ']]);
});

test('a page that comes again is said, and its reports count once', async (t) => {
  const office = await officeOf(t);
  const engine = new Set<string>();
  await office.rail().submit([orderOf(1), orderOf(2)]);
  await office.put('a.xml', pageWith(1, false));
  await office.put('b.xml', pageWith(1, false).replace('T10:00', 'T11:00'));
  await office.put('c.xml', pageWith(2, true));

  t.deepEqual(await pagesSaid(office.rail(), engine), [['page_repeated', [], [1]]]);
  t.deepEqual([...engine].sort(), [`BANK-1/${refOf(1)}/paid`, `BANK-1/${refOf(2)}/paid`]);
});

test("files of an account that is not the order's settle nothing, whatever references they carry", async (t) => {
  const office = await officeOf(t);
  await office.rail().submit([orderOf(1), orderOf(2)]);
  const details = el('TxDtls', el('Refs', el('InstrId', refOf(2)), el('ClrSysRef', 'UTR2')));
  await office.put('a.xml', pageWith(1, true, { account: '999999' }));
  await office.put(
    'b.xml',
    notifications(entry({ rupees: '500.02', details })).replace('50200011112222', '999999'),
  );
  const files = await collectAll(office.rail(), new Set());

  t.deepEqual(
    files.map(({ reports, unmatched }) => [reports, unmatched.map(({ reason }) => reason)]),
    [
      [[], ['account_differs', 'balances_differ']],
      [[], ['account_differs']],
    ],
  );
  t.deepEqual(
    kinds((await office.rail().query([1, 2].map(questionOf))) as ReadonlyArray<SubmitAnswer>),
    ['accepted', 'accepted'],
  );
});

test('one file under two names is no page that comes again', async (t) => {
  const office = await officeOf(t);
  for (const name of ['a.xml', 'b.xml']) await office.put(name, pageWith(1, false));
  await office.put('c.xml', pageWith(2, true));

  t.deepEqual(await pagesSaid(office.rail()), []);
});

test('a page that is missing is said by each process once, and again after a host that could not take it', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail();
  const away = new Error('the database is away');
  await office.put('a.xml', pageWith(1, false));
  await office.put('c.xml', pageWith(3, true));
  await t.throwsAsync(
    rail.collect(
      async () => undefined,
      undefined,
      () => Promise.reject(away),
    ),
    { is: away },
  );
  const missing = [['pages_missing', [2], []]];
  t.deepEqual(await pagesSaid(rail), missing);
  t.deepEqual(await pagesSaid(rail), []);

  t.deepEqual(await pagesSaid(office.rail()), missing);
});

test('processes that take pages at once say the same of them', async (t) => {
  const office = await officeOf(t);
  await office.put('a.xml', pageWith(1, false));
  await office.put('c.xml', pageWith(3, true));
  const rails = Array.from({ length: 3 }, () => office.rail());
  const said = await Promise.all(rails.map((rail) => pagesSaid(rail)));
  // Of two that each took a file, none knew of both.
  const then = await Promise.all(rails.map((rail) => pagesSaid(rail)));

  for (const [i, first] of said.entries())
    t.deepEqual([...first, ...(then[i] ?? [])], [['pages_missing', [2], []]]);
});

test('a later statement on one page shows that the last page of an earlier one is missing', async (t) => {
  const office = await officeOf(t);
  await office.put('a.xml', pageWith(1, false));
  t.deepEqual(await pagesSaid(office.rail()), []);
  await office.put('b.xml', statements(statement({ id: 'ST2', sequence: 18, day: TODAY })));

  t.deepEqual(await pagesSaid(office.rail()), [['pages_missing', [], []]]);
});

test('a file that waits or fails keeps back for an hour that a page is missing, and no other word', async (t) => {
  const office = await officeOf(t);
  const rail = office.rail(refusing('read', 'e.xml'));
  await office.put('a.xml', pageWith(1, false, { id: 'ST2' }));
  await office.put('b.xml', pageWith(1, false, { id: 'ST2' }).replace('T10:00', 'T11:00'));
  await office.put('c.xml', pageWith(2, true));
  await office.put('e.xml', pageWith(1, false));
  const said = async () => {
    const all: unknown[] = [];
    const take = async (unmatched: ReadonlyArray<Unmatched>) => {
      all.push(...unmatched.map(({ reason }) => reason));
    };
    await t.throwsAsync(
      rail.collect(async () => undefined, undefined, take),
      { message: 'read e.xml: permission denied' },
    );
    return all;
  };
  const changedAt = async (minutesAgo: number) => {
    const at = Date.now() / 1_000 - minutesAgo * 60;
    for (const file of await readdir(office.path('in')))
      await utimes(join(office.path('in'), file), at, at);
  };

  t.deepEqual(await said(), ['page_repeated']);
  await changedAt(59);
  t.deepEqual(await said(), []);
  await changedAt(61);
  t.deepEqual(await said(), ['pages_missing']);
  t.deepEqual(await said(), []);
});

test('a file that is of tomorrow by its time keeps no word back', async (t) => {
  const office = await officeOf(t);
  await office.put('a.xml', pageWith(2, true));
  await office.put('b.xml', pageWith(1, false));
  const at = Date.now() / 1_000 + 86_400;
  await utimes(`${office.path('in')}/b.xml`, at, at);

  t.deepEqual(await pagesSaid(office.rail()), [['pages_missing', [1], []]]);
});

test('of a statement that is no longer recent nothing is said', async (t) => {
  const office = await officeOf(t);
  await office.put('a.xml', pageWith(2, true, { day: '2020-01-01' }));
  await office.put('b.xml', pageWith(2, true, { id: 'ST2' }));

  t.deepEqual(await pagesSaid(office.rail()), [['pages_missing', [1], []]]);
});

test('a process that is killed at any step of taking pages loses no word about them', async (t) => {
  const deaths = await everyDeath(async (steps) => {
    const office = await officeOf(t);
    await office.put('a.xml', pageWith(1, false));
    await office.put('c.xml', pageWith(3, true));
    const died = await pagesSaid(office.rail(dyingDisk(steps))).then(
      () => false,
      () => true,
    );
    t.deepEqual(
      await pagesSaid(office.rail()),
      [['pages_missing', [2], []]],
      `killed at ${String(steps)}`,
    );
    return died;
  });

  t.true(deaths > 10);
});

/** Another folder takes the place of the ledger, as where a share is not mounted. */
const loseLedger = async (office: Office): Promise<() => Promise<void>> => {
  const [sent, away] = [office.path('sent'), `${office.path('sent')}-away`];
  await rename(sent, away);
  await mkdir(sent);
  return async () => {
    await rm(sent, { recursive: true });
    await rename(away, sent);
  };
};

test('where another ledger or none is in place of the marked one, the rail answers, sends and takes nothing until it is back', async (t) => {
  for (const isEmpty of [true, false]) {
    const office = await officeOf(t);
    const running = office.markedRail();
    await running.submit([orderOf(1)]);
    await office.pickUp();
    await office.put('a.xml', accepted(1));
    const putBack = await loseLedger(office);
    if (!isEmpty) await writeFile(join(office.path('sent'), 'ledger-id'), '"another"');
    for (const rail of [running, office.markedRail()]) {
      const lost = { instanceOf: FolderUnusable, message: /does not hold the ledger/ };
      t.like(await t.throwsAsync(rail.query([questionOf(1)]), lost), { fault: 'other_ledger' });
      await t.throwsAsync(rail.submit([orderOf(1)]), lost);
      await t.throwsAsync(collectAll(rail, new Set()), lost);
    }
    t.deepEqual([await office.names('out'), await office.names('in')], [[], ['a.xml']]);

    await putBack();
    t.deepEqual(kinds(await office.markedRail().query([questionOf(1)])), ['accepted']);
    t.is((await collectAll(running, new Set())).length, 1);
  }
});

test('a ledger of before there were marks goes on, and is marked', async (t) => {
  const office = await officeOf(t);
  await office.rail().submit([orderOf(1)]);

  t.deepEqual(kinds(await office.markedRail().query([questionOf(1)])), ['accepted']);
  await loseLedger(office);
  await t.throwsAsync(office.markedRail().query([questionOf(1)]), { instanceOf: FolderUnusable });
});

test('a person who removes the mark begins a new ledger', async (t) => {
  const office = await officeOf(t);
  await office.markedRail().submit([orderOf(1)]);
  await loseLedger(office);
  await rm(office.mark);

  t.deepEqual(kinds(await office.markedRail().query([questionOf(1)])), ['absent']);
  t.deepEqual(kinds(await office.markedRail().submit([orderOf(2)])), ['accepted']);
});

test('processes that mark a ledger at once, or are killed at any step of it, leave one that every process takes', async (t) => {
  const office = await officeOf(t);
  await Promise.all([1, 2, 3, 4].map((n) => office.markedRail().query([questionOf(n)])));
  t.deepEqual(kinds(await office.markedRail().query([questionOf(1)])), ['absent']);

  const deaths = await everyDeath(async (steps) => {
    const place = await officeOf(t);
    const died = await place
      .markedRail(dyingDisk(steps))
      .query([questionOf(1)])
      .then(
        () => false,
        () => true,
      );
    t.deepEqual(kinds(await place.markedRail().query([questionOf(1)])), ['absent']);
    return died;
  });
  t.true(deaths > 10);
});

test('a folder that is missing or read-only sends nothing', async (t) => {
  for (const folder of ['out', 'sent'] as const) {
    const office = await officeOf(t);
    const rail = office.rail({
      ...nodeDisk,
      isWritable: async (path) => path !== office.path(folder),
    });
    await t.throwsAsync(rail.submit([orderOf(1)]), {
      message: `${office.path(folder)} cannot be written: nothing was sent`,
    });
    t.deepEqual([await office.names('out'), await office.names('sent')], [[], []]);

    await rmdir(office.path(folder));
    await t.throwsAsync(office.rail().submit([orderOf(1)]), {
      message: `${office.path(folder)} is missing: nothing was sent`,
    });
  }
});

test('folders on different file systems are named, and nothing is sent or taken', async (t) => {
  const office = await officeOf(t);
  const elsewhere = (folder: Folder): Disk => ({
    ...nodeDisk,
    stat: async (path) => {
      const found = await nodeDisk.stat(path);
      return found && { ...found, dev: found.dev + (path === office.path(folder) ? 1 : 0) };
    },
  });
  const words = (folder: Folder, beside: Folder, end: string) =>
    `${office.path(folder)} must be on the file system of ${office.path(beside)}: ${end}`;
  await office.put('a.xml', 'no message');
  const taken: string[] = [];
  const take = async ({ name }: { readonly name: string }) => void taken.push(name);

  await t.throwsAsync(office.rail(elsewhere('sent')).submit([orderOf(1)]), {
    message: words('sent', 'out', 'nothing was sent'),
  });
  for (const folder of ['done', 'refused'] as const)
    await t.throwsAsync(office.rail(elsewhere(folder)).collect(take, take), {
      message: words(folder, 'in', 'nothing was taken'),
    });

  t.deepEqual([taken, await office.names('in'), await office.names('sent')], [[], ['a.xml'], []]);
});

test('while a folder is read-only nothing is taken, and once it can be written each file is, once', async (t) => {
  for (const folder of ['in', 'done', 'refused', 'sent'] as const) {
    const office = await officeOf(t);
    let isReadOnly = false;
    const rail = office.rail({
      ...nodeDisk,
      isWritable: async (path) => !(isReadOnly && path === office.path(folder)),
    });
    await rail.submit([orderOf(1)]);
    isReadOnly = true;
    await office.put('a.xml', accepted(1));
    await office.put('b.xml', 'no message');
    const taken: string[] = [];
    const collect = () =>
      rail.collect(
        async ({ name }) => void taken.push(name),
        async ({ name }) => void taken.push(name),
      );
    for (let look = 0; look < 2; look += 1)
      await t.throwsAsync(collect(), {
        instanceOf: FolderUnusable,
        message: `${office.path(folder)} cannot be written: nothing was taken`,
      });
    t.deepEqual([taken, await office.names('in')], [[], ['a.xml', 'b.xml']]);

    isReadOnly = false;
    await collect();
    await collect();
    t.deepEqual([taken, await office.names('in')], [['a.xml', 'b.xml'], []]);
  }
});

test('a folder that is missing takes nothing', async (t) => {
  for (const folder of ['in', 'done', 'refused', 'sent'] as const) {
    const office = await officeOf(t);
    await rm(office.path(folder), { recursive: true });

    await t.throwsAsync(
      office.rail().collect(async () => undefined),
      { message: new RegExp(`${office.path(folder)}.* missing: nothing was taken`) },
    );
  }
});
