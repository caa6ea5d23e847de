import assert from 'node:assert/strict';
import type { Hundi, Mailer, Storage } from '@hundi/core';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { fakePacer } from '../../kit/fakes/fake-pacer.js';
import { demoRoles, demoUsers } from '../../kit/sandbox/demo-people.js';
import { decide, decideJob, LARGE, waiting } from '../stage/approval-stage.js';
import { causesOf } from '../stage/cause-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOOK = 10 * MINUTE;
const [MAKER, CHECKER] = ['maker@acme.example', 'checker@acme.example'];
const PORTAL = 'https://bank.example/portal';
const EVERYTHING_OFF = { waiting: false, expiring: false, outcomes: false };

const notifications = { portalUrl: () => PORTAL };

const open = async (storage: Storage, acme: Partial<CorporateInput> = {}) => {
  const stage = await openStage(storage, acme, { notifications });
  return {
    ...stage,
    /** The mails to one person, the latest first. */
    to: (address: string) => stage.mailbox.mails(address),
    /** Everybody who was mailed, once a mail. */
    mailed: () =>
      stage.mailbox
        .mails()
        .map(({ to }) => to)
        .sort(),
    /** Goes on for some time, as a service does, which looks every ten minutes. Over days some looks are enough. */
    live: async (ms: number) => {
      const step = ms > 2 * HOUR ? HOUR : LOOK;
      for (let past = 0; past < ms; past += step) await stage.advance(Math.min(step, ms - past));
    },
  };
};

const suspend = async ({ engine, tenant }: Stage, userId: string): Promise<void> => {
  const input = { actorUserId: 'u-admin', userId };
  expectRight(await engine.suspendPerson(tenant, input));
};

/** The mails that are sent, and those that a mail server refuses while it is away. */
const serverOver = (mailer: Mailer) => {
  let isAway = true;
  let refused = 0;
  const send: Mailer['send'] = async (mail) => {
    if (!isAway) return mailer.send(mail);
    refused += 1;
    throw new Error('connection refused');
  };
  return {
    send,
    refused: () => refused,
    comeBack: () => {
      isAway = false;
    },
  };
};

/** Claims the mails that are due, as a process does that dies before it notes any answer. */
const dieMailing = ({ storage, clock }: Stage): Promise<number> =>
  storage
    .atomically<never, number>(async ({ work }) => {
      const claimed = await work.claim({
        duty: 'send-notifications',
        now: clock.now(),
        leaseMs: MINUTE,
        limit: 100,
        lapsesTo: 'send-notifications',
      });
      return { _tag: 'Right', right: claimed.length };
    })
    .then((result) => expectRight(result));

/** Runs everything that is due on each engine but the mails. */
const lookOnly = async ({ duties }: Hundi): Promise<void> => {
  for (const duty of duties) if (duty.name !== 'send-notifications') await duty.run();
};

export const notificationScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'checkers are mailed of what waits for them in counts and totals, without payee, account or reference',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.pay(
        [1, 2, 3].map((n) => ({
          amount: LARGE,
          reference: `SECRET-${String(n)}`,
          remark: 'quiet',
        })),
      );
      assert.deepEqual(stage.mailed(), []);
      await stage.advance(LOOK);

      // The maker makes, and the head decides on nothing of this package.
      assert.deepEqual(stage.mailed(), ['both@acme.example', CHECKER]);
      const [mail] = stage.to(CHECKER);
      assert.equal(mail?.subject, 'Acme Traders: payments wait for your decision');
      assert.match(mail.text, /^3 payments \(₹60,000\.00 in total\) wait for your decision\.$/m);
      assert.ok(mail.text.startsWith('Acme Traders at Demo Bank\n'));
      assert.ok(mail.text.includes(`${PORTAL}\n`));
      assert.doesNotMatch(mail.subject + mail.text, /SECRET|quiet|Sharma|\d{6}/i);
    },
  },
  {
    title:
      'a person is mailed once an hour, however many payouts come and however many processes look',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      const engines = [stage.engine, stage.another(), stage.another()];
      const all = () => Promise.all(engines.map((engine) => engine.runDue()));
      for (let minutes = 0; minutes < 60; minutes += 10) {
        await stage.post(Array.from({ length: 5 }, () => ({ amount: LARGE })));
        await all();
        stage.clock.advance(LOOK);
        await all();
      }
      assert.deepEqual(stage.mailed(), ['both@acme.example', CHECKER]);

      stage.clock.advance(LOOK);
      await all();
      assert.deepEqual(
        stage.to(CHECKER).map(({ text }) => /^\d+ payments/m.exec(text)?.[0]),
        ['30 payments', '5 payments'],
      );
    },
  },
  {
    title: 'a person is mailed in the language that they chose, and the journal says that they did',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const actorUserId = 'u-checker';
      const on = { waiting: true, expiring: true, outcomes: true };
      const chosen = { ...on, language: 'hi' as const };
      assert.deepEqual(
        expectRight(await engine.putNotificationSettings(tenant, { actorUserId, ...chosen })),
        chosen,
      );
      // What names no language keeps it.
      expectRight(await engine.putNotificationSettings(tenant, { actorUserId, ...on }));
      assert.deepEqual(
        expectRight(await engine.getNotificationSettings(tenant, { actorUserId })),
        chosen,
      );
      const entries = await stage.journal('user_u-checker');
      assert.deepEqual(
        entries.map(({ changes }) => changes['notifications']),
        [chosen],
      );

      await stage.pay([{ amount: LARGE }]);
      await stage.advance(LOOK);
      const [mine, theirs] = [stage.to(CHECKER)[0], stage.to('both@acme.example')[0]];
      assert.match(mine?.text ?? '', /^1 भुगतान \(₹20,000\.00\) आपके निर्णय की प्रतीक्षा में है।$/m);
      assert.match(theirs?.text ?? '', /waits for your decision/);
    },
  },
  {
    title: 'while nothing new waits, nobody is mailed again',
    run: async (storage) => {
      const stage = await open(storage);
      const ids = await waiting(stage, 2);
      await stage.live(DAY);
      await decide(stage, 'u-both', ids.slice(0, 1));
      await stage.live(HOUR);
      assert.equal(stage.to(CHECKER).length, 1);
    },
  },
  {
    title:
      'nobody is mailed of payouts that they may not see: not the suspended, nor who has no role for the package or the account, made it, or shares a mailbox',
    run: async (storage) => {
      const roles = demoRoles().map((role) => ({ ...role }));
      const checks = { permissions: ['transaction.approve' as const] };
      const of = (roleCode: string, packageCodes: string[], debitAccountIds: string[]) => ({
        roleCode,
        packageCodes,
        debitAccountIds,
        ...checks,
      });
      const [some] = demoUsers('acme');
      assert.ok(some !== undefined);
      const person = (name: string, roleCodes: string[], email = `${name}@acme.example`) => ({
        ...some,
        userId: `u-${name}`,
        username: name,
        roleCodes,
        email,
      });
      const stage = await open(storage, {
        roles: [
          ...roles,
          of('salaries', ['SALARY'], ['da-main']),
          of('projects', ['VENDOR'], ['da-second']),
        ],
        users: [
          ...demoUsers('acme'),
          person('salaries', ['salaries']),
          person('projects', ['projects']),
          person('left', ['checker']),
          person('one', ['checker'], 'shared@acme.example'),
          person('two', ['maker'], 'shared@acme.example'),
          person('three', ['checker'], 'Team@acme.example'),
          person('four', ['maker'], 'team@acme.example'),
        ],
        approvalMatrix: [
          {
            packageCodes: null,
            tiers: [
              {
                upToAmount: null,
                levels: [{ roleCodes: ['checker', 'salaries', 'projects'], approvals: 1 }],
              },
            ],
          },
        ],
      });
      await suspend(stage, 'u-left');
      await waiting(stage, 1, 'VENDOR', { by: 'u-both' });
      await stage.advance(LOOK);
      assert.deepEqual(stage.mailed(), [CHECKER]);
    },
  },
  {
    title: 'a deputy is mailed of what waits for them on behalf of another, while they are one',
    run: async (storage) => {
      const stage = await open(storage);
      const [from, until] = [stage.clock.now(), stage.clock.now() + DAY];
      const named = { actorUserId: 'u-checker', deputyUserId: 'u-clerk', from, until };
      expectRight(await stage.engine.nameDeputy(stage.tenant, named));
      await waiting(stage);
      await stage.advance(LOOK);
      assert.equal(stage.to('clerk@acme.example').length, 1);
      await stage.live(2 * DAY);
      await waiting(stage);
      await stage.live(HOUR);
      assert.equal(stage.to('clerk@acme.example').length, 1);
      assert.equal(stage.to(CHECKER).length, 2);
    },
  },
  {
    title:
      'what a person switched off they are not mailed of, the journal says so, and others still are',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const asked = { actorUserId: 'u-checker' };
      assert.deepEqual(expectRight(await engine.getNotificationSettings(tenant, asked)), {
        waiting: true,
        expiring: true,
        outcomes: true,
      });
      for (let twice = 0; twice < 2; twice += 1)
        expectRight(await engine.putNotificationSettings(tenant, { ...asked, ...EVERYTHING_OFF }));
      assert.deepEqual(
        expectRight(await engine.getNotificationSettings(tenant, asked)),
        EVERYTHING_OFF,
      );
      const entries = await stage.journal('user_u-checker');
      assert.deepEqual(
        entries.map(({ actor, changes }) => [actor, changes]),
        [['u-checker', { notifications: EVERYTHING_OFF }]],
      );

      await waiting(stage);
      await stage.advance(LOOK);
      assert.deepEqual(stage.mailed(), ['both@acme.example']);
      expectRight(
        await engine.putNotificationSettings(tenant, {
          ...asked,
          ...EVERYTHING_OFF,
          waiting: true,
        }),
      );
      await stage.live(HOUR);
      assert.equal(stage.to(CHECKER).length, 1);
    },
  },
  {
    title:
      'a checker is warned once, three days before a payout expires, and its maker is told when it has',
    run: async (storage) => {
      const stage = await open(storage);
      const { ids } = await stage.post([
        { amount: LARGE, payoutDate: '2026-01-12' },
        { amount: LARGE },
      ]);
      await stage.live(HOUR);
      // The end of 12 January in India.
      const expiresAt = Date.UTC(2026, 0, 12, 18, 30);
      await stage.live(expiresAt - 3 * DAY - stage.clock.now() - MINUTE);
      assert.equal(stage.to(CHECKER).length, 1);

      await stage.live(HOUR);
      const [warning, ...before] = stage.to(CHECKER);
      assert.equal(before.length, 1);
      assert.match(warning?.subject ?? '', /expire soon$/);
      assert.match(
        warning?.text ?? '',
        /^1 payment \(₹20,000\.00\) that waits for you expires on 13 January 2026 at 00:00\./m,
      );
      assert.doesNotMatch(warning?.text ?? '', /wait for your decision/);
      await stage.live(expiresAt - stage.clock.now() - MINUTE);
      assert.equal(stage.to(CHECKER).length, 2);
      assert.deepEqual(stage.to(MAKER), []);

      await stage.live(HOUR);
      assert.equal((await stage.payout(ids[0] ?? assert.fail())).status, 'rejected');
      assert.match(
        stage.to(MAKER)[0]?.text ?? '',
        /^1 payment \(₹20,000\.00\) that you made was rejected\.$/m,
      );
    },
  },
  {
    title:
      'the maker of a job gets one mail of all that was rejected or failed of it, and nobody else does',
    run: async (storage) => {
      const stage = await open(storage);
      const { jobId } = await stage.post([
        ...Array.from({ length: 700 }, () => ({ amount: LARGE })),
        { amount: 40_000, to: 'CLOSED01' },
        { amount: 30_000, debitAccountNumber: '50200099999999' },
      ]);
      await stage.runDue();
      await decideJob(stage, 'u-checker', jobId, 'reject');
      await stage.runDue();
      await stage.live(DAY);

      assert.deepEqual(stage.mailed(), [MAKER]);
      const [mail] = stage.to(MAKER);
      assert.equal(mail?.subject, 'Acme Traders: payments of yours were not made');
      assert.match(
        mail.text,
        /^701 payments \(₹1,40,00,300\.00 in total\) that you made were rejected\.$/m,
      );
      assert.match(mail.text, /^1 payment \(₹400\.00\) that you made failed at the bank\.$/m);
    },
  },
  {
    title: 'a maker who may no longer see a package is not told what became of their payouts of it',
    run: async (storage) => {
      const stage = await open(storage);
      const ids = await waiting(stage, 1, 'SALARY', { by: 'u-maker-2' });
      const clerk = demoUsers('acme').find(({ userId }) => userId === 'u-maker-2');
      await storage.atomically<never, undefined>(async ({ tenancy }) => {
        await tenancy.putUsers(stage.tenant, [{ ...clerk, roleCodes: ['clerk'] } as never]);
        return { _tag: 'Right', right: undefined };
      });
      await decide(stage, 'u-checker', ids, 'reject');
      await stage.live(HOUR);
      assert.deepEqual(stage.to('maker-2@acme.example'), []);
    },
  },
  {
    title:
      'while the mail server is away payouts go on, each failure is reported, and one mail goes out once it is back',
    run: async (storage) => {
      const stage = await open(storage);
      const server = serverOver(stage.mailbox);
      const engine = stage.another({ mailer: server });
      const causes = causesOf(engine);
      const live = async (ms: number) => {
        for (let past = 0; past < ms; past += 5 * MINUTE) {
          stage.clock.advance(5 * MINUTE);
          await engine.runDue();
        }
      };
      await stage.post([{ amount: LARGE }]);
      await live(HOUR);
      const { ids } = await stage.post([{}]);
      await stage.runDue();

      assert.equal((await stage.payout(ids[0] ?? assert.fail())).status, 'paid');
      assert.deepEqual(stage.mailed(), []);
      assert.deepEqual(
        [
          ...new Set(
            causes.map(({ activity, subjects }) => [activity, subjects[0]?.subjectId].join()),
          ),
        ].sort(),
        ['send-notifications,u-both', 'send-notifications,u-checker'],
      );
      assert.equal(server.refused(), causes.length);
      // For each of two people after 1, 2, 4 and 8 minutes, and every 15 minutes from then on: where time moves in fives.
      assert.equal(server.refused(), 2 * 6);
      server.comeBack();
      await live(HOUR);
      assert.deepEqual(stage.mailed(), ['both@acme.example', CHECKER]);
    },
  },
  {
    title:
      'a mail that waited for the server says what is true when it goes, and does not go to who has lost their role',
    run: async (storage) => {
      const stage = await open(storage);
      const server = serverOver(stage.mailbox);
      const engine = stage.another({ mailer: server });
      const ids = await waiting(stage, 3);
      stage.clock.advance(LOOK);
      await engine.runDue();
      assert.equal(server.refused(), 2);
      await suspend(stage, 'u-both');
      await decide(stage, 'u-checker', ids.slice(1));
      server.comeBack();
      stage.clock.advance(HOUR);
      await engine.runDue();
      assert.deepEqual(stage.mailed(), [CHECKER]);
      assert.match(stage.to(CHECKER)[0]?.text ?? '', /^1 payment /m);
    },
  },
  {
    title:
      'what a process was mailing when it died goes out once more, and after a second death an hour later',
    run: async (storage) => {
      const stage = await open(storage);
      await waiting(stage);
      stage.clock.advance(LOOK);
      await lookOnly(stage.engine);
      assert.equal(await dieMailing(stage), 2);
      await stage.live(LOOK);
      assert.deepEqual(stage.mailed(), ['both@acme.example', CHECKER]);

      await stage.live(HOUR);
      await waiting(stage);
      stage.clock.advance(LOOK);
      await lookOnly(stage.engine);
      for (let deaths = 0; deaths < 2; deaths += 1) {
        assert.equal(await dieMailing(stage), 2);
        stage.clock.advance(MINUTE);
      }
      await stage.runDue();
      await stage.live(HOUR - LOOK);
      assert.equal(stage.to(CHECKER).length, 1);
      await stage.live(2 * LOOK);
      assert.equal(stage.to(CHECKER).length, 2);
    },
  },
  {
    title: 'a mail server that gives no answer is told the same in an hour, and not before',
    run: async (storage) => {
      const stage = await open(storage);
      const pacer = fakePacer();
      const send: Mailer['send'] = async (mail) => {
        await stage.mailbox.send(mail);
        pacer.ring();
        return new Promise<never>(() => undefined);
      };
      const engine = stage.another({ pacer, mailer: { send } });
      await waiting(stage, 1, 'VENDOR', { by: 'u-both' });
      for (let past = 0; past < HOUR; past += LOOK) {
        stage.clock.advance(LOOK);
        await engine.runDue();
      }
      assert.deepEqual(stage.mailed(), [CHECKER]);
      await stage.live(2 * LOOK);
      assert.deepEqual(stage.mailed(), [CHECKER, CHECKER]);
      await stage.live(DAY);
      assert.deepEqual(stage.mailed(), [CHECKER, CHECKER]);
    },
  },
  {
    title: 'a host that does not want notifications has none, and no work of them',
    run: async (storage) => {
      const stage = await openStage(storage);
      await waiting(stage);
      await stage.advance(DAY);
      assert.deepEqual(stage.mailbox.mails(), []);
      const { duties } = await stage.engine.getBacklog();
      assert.deepEqual(
        duties.filter(({ duty, waiting: left }) => duty.endsWith('notifications') && left > 0),
        [],
      );
    },
  },
  {
    title:
      'notifications that are switched on later tell what waits, and not what became of payouts before',
    run: async (storage) => {
      const before = await openStage(storage);
      await before.pay([{ to: 'CLOSED01' }, { amount: LARGE }]);
      const engine = before.another({ notifications });
      const worker = engine.startWorker({ onError: () => undefined });
      await worker.stop();
      before.clock.advance(LOOK);
      await engine.runDue();
      assert.deepEqual(
        before.mailbox
          .mails()
          .map(({ to }) => to)
          .sort(),
        ['both@acme.example', CHECKER],
      );
    },
  },
];
