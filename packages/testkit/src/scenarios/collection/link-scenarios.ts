import assert from 'node:assert/strict';
import { E, type Hundi, type Storage } from '@hundi/core';
import type { PaymentLinkView } from '@hundi/core/wire';
import { TEST_CARDS } from '../../kit/cards/test-cards.js';
import { openCollection, outcomeOf, type CollectionStage } from '../stage/collection-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const ADMIN = 'u-admin';
const CUSTOMER = 'asha@mail.example';

/** A person's request for a link. */
type Wanted = Omit<Parameters<Hundi['createPaymentLink']>[1], 'actorUserId' | 'key'>;

/** Without an email address where it says that there is none. */
type Overrides = Partial<Omit<Wanted, 'email'>> & { readonly email?: string | undefined };

const wanted = (overrides: Overrides = {}): Wanted => {
  const { email, ...rest } = { email: CUSTOMER, ...overrides };
  return {
    amount: 50_050,
    currency: 'INR',
    reference: 'INVOICE-7',
    ...rest,
    ...(email !== undefined && { email }),
  };
};

interface LinkStage extends CollectionStage {
  readonly make: (overrides?: Overrides, key?: string) => Promise<PaymentLinkView>;
  /** Opens a link; answers the address of its session, or the tag of the refusal. */
  readonly open: (url: string) => Promise<string>;
  readonly link: (linkId: string) => Promise<PaymentLinkView>;
}

const openLinks = async (storage: Storage): Promise<LinkStage> => {
  const stage = await openCollection(storage);
  const { engine, tenant } = stage;
  return {
    ...stage,
    make: async (overrides, key) =>
      expectRight(
        await engine.createPaymentLink(tenant, {
          actorUserId: ADMIN,
          ...wanted({ description: 'Consulting', ...overrides }),
          ...(key !== undefined && { key }),
        }),
      ).link,
    open: async (url) => {
      const [, linkId = '', token = ''] = /\/link\/([^?]+)\?token=(.+)$/.exec(url) ?? [];
      const opened = await engine.openPaymentLink({ linkId, token });
      return E.isLeft(opened)
        ? opened.left._tag
        : `/pay/${opened.right.sessionId}?token=${opened.right.token}`;
    },
    link: async (linkId) => {
      const listed = await engine.listPaymentLinks(tenant, { actorUserId: ADMIN, limit: 100 });
      return (
        expectRight(listed).items.find((one) => one.linkId === linkId) ?? assert.fail('not listed')
      );
    },
  };
};

export const linkScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a person makes a link, its customer gets it by mail, opens it and pays',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const link = await stage.make();
      const [mail] = stage.mailbox.mails(CUSTOMER);

      assert.equal(link.expiresAt - link.createdAt, 24 * HOUR);
      assert.match(mail?.subject ?? '', /Acme Traders asks you to pay ₹500\.50/);
      assert.ok(mail?.text.includes(link.url));
      const browser = await stage.enter(await stage.open(link.url));
      assert.equal((await stage.view(browser)).returnHost, undefined);
      assert.equal(await stage.payCard(browser), 'paid');

      const paid = await stage.link(link.linkId);
      assert.deepEqual([paid.status, paid.sessionId], ['paid', browser.sessionId]);
      assert.equal(await stage.open(link.url), 'LinkEnded');
      assert.equal(outcomeOf(await stage.engine.returnFromCollection(browser)), 'undefined');
      assert.deepEqual(await stage.states(link.linkId), ['open', 'open', 'paid']);
    },
  },
  {
    title: 'a link is mailed in the language that its maker chose, each time',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const { linkId, language } = await stage.make({ language: 'hi' });
      stage.clock.advance(MINUTE);
      expectRight(
        await stage.engine.resendPaymentLink(stage.tenant, { actorUserId: ADMIN, linkId }),
      );

      assert.equal(language, 'hi');
      const subjects = stage.mailbox.mails(CUSTOMER).map(({ subject }) => subject);
      const subject = 'Acme Traders ने आपसे ₹500.50 का भुगतान माँगा है';
      assert.deepEqual(subjects, [subject, subject]);
    },
  },
  {
    title: 'a recipient is mailed twenty links a day, and no other recipient fewer for it',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const attempt = async (overrides?: Overrides, key?: string) =>
        stage.engine.createPaymentLink(stage.tenant, {
          actorUserId: ADMIN,
          ...wanted(overrides),
          ...(key !== undefined && { key }),
        });
      const first = await stage.make({ email: CUSTOMER.toUpperCase() });
      for (let n = 2; n <= 19; n += 1) await stage.make();
      await stage.make({}, 'last');
      const refused = expectLeft(await attempt());

      assert.ok(refused._tag === 'TooManyMails');
      const left = refused.retryAfterSeconds;
      assert.ok(left > 0 && left <= 24 * 3_600);
      assert.equal(expectLeft(await attempt({}, 'one-more'))._tag, 'TooManyMails');
      assert.ok(expectRight(await attempt({ description: 'Consulting' }, 'last')).replayed);
      expectRight(await attempt({ email: 'ravi@mail.example' }));
      expectRight(await attempt({ email: undefined }));
      stage.clock.advance(MINUTE);
      const again = { actorUserId: ADMIN, linkId: first.linkId };
      assert.equal(
        expectLeft(await stage.engine.resendPaymentLink(stage.tenant, again))._tag,
        'TooManyMails',
      );
      stage.clock.advance(left * SECOND);
      expectRight(await attempt());
      assert.equal(stage.mailbox.mails(CUSTOMER).length, 20);
    },
  },
  {
    title: 'addresses that differ in what follows a plus are one recipient of links',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const attempt = (email: string) =>
        stage.engine.createPaymentLink(stage.tenant, { actorUserId: ADMIN, ...wanted({ email }) });
      for (let n = 1; n <= 19; n += 1)
        await stage.make({ email: `asha+${String(n)}@mail.example` });
      await stage.make({ email: 'Asha+a+b@mail.example' });

      for (const email of [CUSTOMER, 'asha+@mail.example', 'ASHA+20@mail.example'])
        assert.equal(expectLeft(await attempt(email))._tag, 'TooManyMails');
      for (const email of ['asha1@mail.example', 'asha+1@other.example', '+asha@mail.example'])
        expectRight(await attempt(email));
      assert.equal(stage.mailbox.mails('asha+7@mail.example').length, 1);
    },
  },
  {
    title: 'a mailed text holds no address except that of its link',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const pointers = async (overrides: Overrides) => {
        const made = await stage.engine.createPaymentLink(stage.tenant, {
          actorUserId: ADMIN,
          ...wanted(overrides),
        });
        return E.isLeft(made) && made.left._tag === 'InvalidInput'
          ? made.left.issues.map(({ pointer }) => pointer)
          : [];
      };

      assert.deepEqual(await pointers({ description: 'see evil.example' }), ['/description']);
      assert.deepEqual(await pointers({ reference: 'evil.example/pay' }), ['/reference']);
      assert.deepEqual(await pointers({ description: 'evil.example', email: undefined }), []);
      for (const said of [
        'Consulting in May. Thanks',
        'M/s.Sharma Traders Pvt.Ltd.',
        'Inv.No 17',
      ]) {
        assert.deepEqual(await pointers({ description: said, reference: 'ORD.ab12' }), []);
      }
    },
  },
  {
    title: 'a link can request payment of an invoice number with slashes',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const link = await stage.make({ reference: 'INV/24-25/0017' });
      const browser = await stage.enter(await stage.open(link.url));

      assert.equal((await stage.view(browser)).reference, 'INV/24-25/0017');
      assert.equal(await stage.payCard(browser), 'paid');
      const paid = await stage.link(link.linkId);
      assert.deepEqual([paid.status, paid.reference], ['paid', 'INV/24-25/0017']);
    },
  },
  {
    title: 'a link that is open in many tabs is paid once',
    asksStore: true,
    run: async (storage) => {
      const stage = await openLinks(storage);
      const link = await stage.make();
      const urls = await Promise.all(Array.from({ length: 10 }, () => stage.open(link.url)));
      assert.equal(new Set(urls).size, 1);
      const browsers = await Promise.all(urls.map(stage.enter));
      const outcomes = await Promise.all(
        browsers.map((browser) => stage.payCard(browser, TEST_CARDS.mastercard, 1)),
      );

      assert.equal(outcomes.filter((outcome) => outcome === 'paid').length, 1);
      assert.deepEqual(
        (await stage.cards.charges()).map(({ amount, state }) => [amount, state]),
        [[50_050, 'captured']],
      );
    },
  },
  {
    title: 'a customer whose session failed, or who left it, comes back by the link',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const link = await stage.make();
      const first = await stage.enter(await stage.open(link.url));
      for (const _ of [1, 2, 3]) await stage.payCard(first, TEST_CARDS.declined);
      const second = await stage.enter(await stage.open(link.url));
      await stage.engine.cancelCollection(second);
      const third = await stage.enter(await stage.open(link.url));

      assert.equal(new Set([first, second, third].map(({ sessionId }) => sessionId)).size, 3);
      assert.equal(await stage.payCard(third), 'paid');
      assert.equal((await stage.link(link.linkId)).status, 'paid');
    },
  },
  {
    title: 'a link that is opened all day without payment still works for its customer',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const link = await stage.make();
      const opened = new Set<string>();
      for (let looks = 0; looks < 23; looks += 1) {
        opened.add(await stage.open(link.url));
        await stage.advance(HOUR);
      }
      assert.equal(opened.size, 23);

      const browser = await stage.enter(await stage.open(link.url));
      assert.equal(await stage.payCard(browser), 'paid');
    },
  },
  {
    title: 'sessions in which a card was tried or that the customer left use up a link',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const link = await stage.make();
      for (let tries = 0; tries < 20; tries += 1) {
        const browser = await stage.enter(await stage.open(link.url));
        if (tries % 2 === 0) await stage.engine.cancelCollection(browser);
        else {
          await stage.payCard(browser, TEST_CARDS.declined);
          await stage.advance(15 * MINUTE);
        }
      }

      assert.equal(await stage.open(link.url), 'LinkEnded');
    },
  },
  {
    title: 'a link that is used up says so where it is shown, and is not mailed again',
    asksStore: true,
    run: async (storage) => {
      const stage = await openLinks(storage);
      const { linkId, url } = await stage.make();
      const input = { actorUserId: ADMIN, linkId };
      const usedUp = async () => {
        const { usedUp: shown } = expectRight(
          await stage.engine.getPaymentLink(stage.tenant, input),
        );
        assert.equal((await stage.link(linkId)).usedUp, shown);
        return shown;
      };
      for (let tries = 1; tries <= 20; tries += 1) {
        const browser = await stage.enter(await stage.open(url));
        assert.equal(await usedUp(), undefined);
        if (tries === 20) stage.clock.advance(MINUTE);
        if (tries === 20) expectRight(await stage.engine.resendPaymentLink(stage.tenant, input));
        await stage.engine.cancelCollection(browser);
      }
      stage.clock.advance(MINUTE);

      assert.equal(await usedUp(), true);
      assert.equal((await stage.link(linkId)).status, 'open');
      const refused = expectLeft(await stage.engine.resendPaymentLink(stage.tenant, input));
      assert.deepEqual(refused, { _tag: 'LinkEnded', status: 'used_up' });
      assert.equal(stage.mailbox.mails(CUSTOMER).length, 2);
      expectRight(await stage.engine.cancelPaymentLink(stage.tenant, input));
      assert.equal(await usedUp(), undefined);
    },
  },
  {
    title: 'a link is mailed ten times, and no wait lets it be mailed again',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const { linkId } = await stage.make();
      const resend = async () => {
        stage.clock.advance(MINUTE);
        return stage.engine.resendPaymentLink(stage.tenant, { actorUserId: ADMIN, linkId });
      };
      for (let mails = 2; mails <= 10; mails += 1) expectRight(await resend());

      assert.deepEqual(expectLeft(await resend()), { _tag: 'LinkMailedOut', max: 10 });
      assert.equal(stage.mailbox.mails(CUSTOMER).length, 10);
    },
  },
  {
    title: 'a link expires after a day, and the session that it started with it',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const link = await stage.make();
      await stage.advance(24 * HOUR - MINUTE);
      const browser = await stage.enter(await stage.open(link.url));
      assert.equal((await stage.view(browser)).expiresAt, link.expiresAt);
      await stage.advance(MINUTE);

      assert.equal((await stage.link(link.linkId)).status, 'expired');
      assert.equal((await stage.view(browser)).status, 'expired');
      assert.equal(await stage.open(link.url), 'LinkEnded');
      assert.equal(await stage.payCard(browser, TEST_CARDS.visa, 1), 'CollectionEnded');
    },
  },
  {
    title: 'a cancelled link ends the session that is open by it, but not one that is being paid',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const link = await stage.make();
      const browser = await stage.enter(await stage.open(link.url));
      const cancel = () =>
        stage.engine.cancelPaymentLink(stage.tenant, { actorUserId: ADMIN, linkId: link.linkId });
      await stage.payCard(browser, TEST_CARDS.unknown);
      assert.equal(expectLeft(await cancel())._tag, 'PaymentInProgress');
      const other = await stage.make({ reference: 'INVOICE-8' });
      const watching = await stage.enter(await stage.open(other.url));

      const cancelled = await stage.engine.cancelPaymentLink(stage.tenant, {
        actorUserId: ADMIN,
        linkId: other.linkId,
      });
      assert.equal(expectRight(cancelled).status, 'cancelled');
      assert.equal((await stage.view(watching)).status, 'cancelled');
      assert.equal(await stage.open(other.url), 'LinkEnded');
      await stage.advance(MINUTE);
      assert.equal((await stage.link(link.linkId)).status, 'paid');
      assert.equal(expectLeft(await cancel())._tag, 'LinkEnded');
    },
  },
  {
    title: 'a link can be mailed again after a pause, but not one without an address',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const link = await stage.make();
      const plain = await stage.make({ email: undefined });
      const resend = (linkId: string) =>
        stage.engine.resendPaymentLink(stage.tenant, { actorUserId: ADMIN, linkId });

      assert.equal(expectLeft(await resend(link.linkId))._tag, 'TooManyMails');
      await stage.advance(30 * SECOND);
      expectRight(await resend(link.linkId));
      assert.equal(stage.mailbox.mails(CUSTOMER).length, 2);
      assert.equal(expectLeft(await resend(plain.linkId))._tag, 'LinkWithoutEmail');
      await stage.advance(24 * HOUR);
      assert.equal(expectLeft(await resend(link.linkId))._tag, 'LinkEnded');
    },
  },
  {
    title: 'only people who may make links do anything with them, and only with their own',
    asksStore: true,
    run: async (storage) => {
      const stage = await openLinks(storage);
      const { engine, tenant } = stage;
      const link = await stage.make();
      const globex = { ...tenant, corporateTenantId: 'globex' };
      const request = { actorUserId: ADMIN, linkId: link.linkId };

      for (const actorUserId of ['u-clerk', 'u-checker']) {
        assert.equal(
          outcomeOf(await engine.listPaymentLinks(tenant, { actorUserId, limit: 1 })),
          'NotALinkMaker',
        );
        assert.equal(
          outcomeOf(await engine.cancelPaymentLink(tenant, { ...request, actorUserId })),
          'NotALinkMaker',
        );
      }
      assert.equal(outcomeOf(await engine.cancelPaymentLink(globex, request)), 'LinkNotFound');
      assert.equal(outcomeOf(await engine.resendPaymentLink(globex, request)), 'LinkNotFound');
      const theirs = expectRight(
        await engine.listPaymentLinks(globex, { actorUserId: ADMIN, limit: 10 }),
      );
      assert.deepEqual(theirs.items, []);
      assert.equal(await stage.open(`${link.url}0`), 'LinkNotFound');
      const other = link.url.replace(/pl_./, (id) => (id === 'pl_0' ? 'pl_1' : 'pl_0'));
      assert.equal(await stage.open(other), 'LinkNotFound');
    },
  },
  {
    title: 'a link that is asked for twice under one key is made and mailed once',
    run: async (storage) => {
      const stage = await openLinks(storage);
      const [first, second] = [await stage.make({}, 'key-1'), await stage.make({}, 'key-1')];
      const third = await stage.make();

      assert.deepEqual(second, first);
      assert.notEqual(third.linkId, first.linkId);
      assert.equal(stage.mailbox.mails(CUSTOMER).length, 2);
    },
  },
  {
    title: 'links are listed newest first, page by page, and each is read by its id',
    asksStore: true,
    run: async (storage) => {
      const stage = await openLinks(storage);
      const made: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        made.unshift((await stage.make({ email: undefined })).linkId);
        stage.clock.advance(1);
      }
      const listed: string[] = [];
      let after: string | undefined;
      do {
        const page = await stage.engine.listPaymentLinks(stage.tenant, {
          actorUserId: ADMIN,
          limit: 2,
          ...(after !== undefined && { after }),
        });
        if (E.isLeft(page)) return assert.fail(page.left._tag);
        listed.push(...page.right.items.map(({ linkId }) => linkId));
        after = page.right.nextCursor ?? undefined;
      } while (after !== undefined);

      assert.deepEqual(listed, made);
      const linkId = made[2] as never;
      const one = await stage.engine.getPaymentLink(stage.tenant, { actorUserId: ADMIN, linkId });
      assert.equal(E.isRight(one) && one.right.linkId, linkId);
    },
  },
];
