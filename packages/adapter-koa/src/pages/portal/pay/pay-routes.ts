import { E, type InvalidInput } from '@hundi/core';
import { SEARCH_MAX, type AcceptedBatch, type PayoutReach } from '@hundi/core/wire';
import { randomUUID } from 'node:crypto';
import type { Page } from '../../page.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { see, type Inside, type InsideRoutes } from '../inside.js';
import { messagePage } from '../message-page.js';
import { payoutAt } from '../payout-path.js';
import { batchOf, emptyIn, faultyIn, typedIn } from './pay-form.js';
import { payPage, type Payees, type PayShown } from './pay-page.js';

const AT = '/portal/pay';
const PAYEES_SHOWN = 50;

const page = (status: number, shown: Page): PageAnswer => ({ kind: 'page', status, page: shown });

const stopped = (inside: Inside, text: string): PageAnswer => {
  const title = inside.texts.pay.noRoleTitle;
  return page(403, messagePage(inside, { at: 'pay', title, text }));
};

/** Whether the form asks for other beneficiaries: by its button, or by the key Enter after another text was typed. */
const isSearch = ({ visit: { form } }: Inside): boolean => {
  const action = form.get('action');
  return action === 'search' || (action === 'enter' && form.get('payee') !== form.get('searched'));
};

/** The beneficiaries to choose from; undefined where the person may look at none. */
const payeesFor = async (inside: Inside): Promise<Payees | undefined> => {
  const { engine, visit, person } = inside;
  const text = visit.form.get(isSearch(inside) ? 'payee' : 'searched') ?? '';
  const searched = text.trim().slice(0, SEARCH_MAX);
  const found = await engine.browseBeneficiaries(person.tenant, {
    actorUserId: person.userId,
    state: 'approved',
    page: 1,
    limit: PAYEES_SHOWN,
    ...(searched !== '' && { search: searched }),
  });
  if (E.isRight(found)) return { searched, items: found.right.items, total: found.right.total };
  // What cannot be searched for is nobody's name.
  return found.left._tag === 'InvalidInput' ? { searched, items: [], total: 0 } : undefined;
};

/** The form as it was filled. */
const filled = async (
  inside: Inside,
  status: number,
  reach: PayoutReach,
  more: Partial<Pick<PayShown, 'faults' | 'notice' | 'foreseen' | 'key'>> = {},
): Promise<PageAnswer> => {
  const { form } = inside.visit;
  // The same key again: it has made nothing yet, and a form that is sent twice may be under way.
  const key = form.get('key') ?? randomUUID();
  const payees = await payeesFor(inside);
  const typed = typedIn(form);
  const beneficiaryId = isSearch(inside)
    ? chosenOf(payees?.items ?? [], typed.beneficiaryId)
    : typed.beneficiaryId;
  const chosen = { ...typed, beneficiaryId };
  return page(status, payPage(inside, { reach, payees, typed: chosen, key, ...more }));
};

/** After a search: the beneficiary that was chosen before, if it is among those that were found, or the only one. */
const chosenOf = (items: Payees['items'], before: string): string => {
  const [only, ...others] = items;
  if (items.some(({ beneficiaryId }) => beneficiaryId === before)) return before;
  return only !== undefined && others.length === 0 ? only.beneficiaryId : '';
};

/** Goes on with what the person may pay by; says so where there is nothing. */
const withReach = async (
  inside: Inside,
  goOn: (reach: PayoutReach) => Promise<PageAnswer>,
): Promise<PageAnswer> => {
  const { engine, person, profile, texts } = inside;
  if (!profile.permissions.includes('transaction.make')) return stopped(inside, texts.pay.noRole);
  const reach = await engine.getPayoutReach(person.tenant, { actorUserId: person.userId });
  if (E.isLeft(reach)) return stopped(inside, texts.pay.noRole);
  return reach.right.packages.some(({ isPaidBy }) => isPaidBy)
    ? goOn(reach.right)
    : stopped(inside, texts.pay.noPackage);
};

const show = (inside: Inside): Promise<PageAnswer> =>
  withReach(inside, (reach) => filled(inside, 200, reach));

const toPayout = ({ transactions: [made] }: AcceptedBatch): PageAnswer =>
  see(payoutAt(made?.transactionId ?? ''));

const send = async (inside: Inside, reach: PayoutReach): Promise<PageAnswer> => {
  const { engine, visit, person, texts } = inside;
  const { pay } = texts;
  const typed = typedIn(visit.form);
  if (isSearch(inside)) return filled(inside, 200, reach);
  const faulty = ({ issues }: Pick<InvalidInput, 'issues'>) =>
    filled(inside, 400, reach, { faults: faultyIn(issues), notice: pay.faulty });

  const faults = emptyIn(typed, reach);
  if (faults.length > 0) return filled(inside, 400, reach, { faults, notice: pay.faulty });
  const batch = batchOf(typed, reach);
  const asked = { batch, actorUserId: person.userId };
  const preview = await engine.previewBatch(person.tenant, asked);
  if (E.isLeft(preview))
    return preview.left._tag === 'NotAMaker' ? stopped(inside, pay.noRole) : faulty(preview.left);
  const [foreseen] = preview.right.records;
  const key = visit.form.get('key') ?? '';
  const accept = (previewToken: string) =>
    engine.acceptPreviewedBatch(person.tenant, {
      batch,
      actorUserId: person.userId,
      key,
      previewToken,
    });
  const isAccepted = foreseen?.outcome === 'accepted';
  if (!isAccepted) {
    // Its own payout may be what is in the way: then this form was sent before, and what it made is shown. No preview
    // has an empty token, so nothing new is accepted.
    const before = await accept('');
    if (E.isRight(before)) return toPayout(before.right.answer);
    const notice =
      foreseen?.rejectionCode === 'duplicate_transaction_reference'
        ? pay.taken
        : pay.rejected(
            texts.engine.coded(foreseen?.rejectionCode ?? '', foreseen?.rejectionMessage ?? ''),
          );
    return filled(inside, 409, reach, { notice });
  }
  if (visit.form.get('action') === 'preview') return filled(inside, 200, reach, { foreseen });

  const made = await accept(preview.right.previewToken);
  if (E.isRight(made)) return toPayout(made.right.answer);
  switch (made.left._tag) {
    case 'InvalidInput':
      return faulty(made.left);
    case 'NotAMaker':
      return stopped(inside, pay.noRole);
    case 'IdempotencyKeyReused':
      return filled(inside, 409, reach, { notice: pay.reused, key: randomUUID() });
    case 'PreviewNotFound':
    case 'PreviewUnusable':
    case 'VerdictsChanged':
      return filled(inside, 409, reach, { notice: pay.changed });
  }
};

/** Making one payout. */
export const payRoutes = (routes: InsideRoutes): ReadonlyArray<PageRoute> => {
  const [opened] = routes.page({ path: AT, answer: show });
  const [sent] = routes.form({
    path: AT,
    page: AT,
    filled: show,
    answer: (inside) => withReach(inside, (reach) => send(inside, reach)),
  });
  return [opened, sent].filter((route) => route !== undefined);
};
