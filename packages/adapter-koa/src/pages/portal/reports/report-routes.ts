import { E, type TransactionObject } from '@hundi/core';
import { CSV_START, csvLine } from '../../../http/csv.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { see, type Inside, type InsideRoutes } from '../inside.js';
import { plainRupees } from '../plain-rupees.js';
import { messagePage } from '../message-page.js';
import { faultsOf, reportAsked, type FilterName, type ReportAsked } from './report-query.js';
import { queryText } from '../query-text.js';
import { AT, reportsPage, type ReportsShown } from './reports-page.js';

const A_PAGE = 50;

/** The rows that are read at once for a file. */
const A_CHUNK = 500;

const stopped = (inside: Inside): PageAnswer => {
  const { noRole, title } = inside.texts.reports;
  const page = messagePage(inside, { title, at: 'reports', text: noRole });
  return { kind: 'page', status: 403, page };
};

const requestOf = ({ person }: Inside, { request }: ReportAsked) => ({
  ...request,
  initiatedByUserId: person.userId,
});

/** What a person finds who lost the role meanwhile. */
const NOTHING = { items: [], nextCursor: null } as const;

/** The filters that a refusal is about; undefined where it is about none. */
const refusedFilters = (
  refusal: (Parameters<typeof faultsOf>[0] & { readonly _tag: string }) | { readonly _tag: string },
): ReadonlySet<FilterName> | undefined => {
  if (refusal._tag === 'DebitAccountDenied') return new Set(['account']);
  return 'issues' in refusal ? faultsOf(refusal) : undefined;
};

const endpointsFor = async ({ engine, person, profile }: Inside) => {
  if (!profile.permissions.includes('webhooks.manage') || engine.featuresOff.has('webhooks'))
    return undefined;
  const found = await engine.listWebhookEndpoints(person.tenant, { actorUserId: person.userId });
  return E.isRight(found) ? found.right : undefined;
};

const show = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, visit, person, profile } = inside;
  if (!profile.permissions.includes('reports.view')) return stopped(inside);
  const asked = reportAsked(visit, profile);
  const answer = (status: number, shown: Omit<ReportsShown, 'asked'>): PageAnswer => ({
    kind: 'page',
    status,
    page: reportsPage(inside, { asked, ...shown }),
  });
  if (asked.faults.size > 0) return answer(400, { faults: asked.faults });
  const request = requestOf(inside, asked);
  const after = visit.query('after');
  const read = () =>
    engine.listReport(person.tenant, {
      ...request,
      limit: A_PAGE,
      ...(after !== undefined && { after }),
    });
  // Only what was asked for can be refused: a page without it need not wait for its payouts.
  const list = visit.here === AT ? undefined : await read();
  if (list !== undefined && E.isLeft(list)) {
    if (list.left._tag === 'InvalidCursor') return see(`${AT}${queryText(asked.typed)}`);
    const faults = refusedFilters(list.left);
    return faults === undefined ? stopped(inside) : answer(400, { faults });
  }
  const find = async () => {
    const starts = asked.days.map((day) => asked.startOf(day));
    const [found, sums, endpoints] = await Promise.all([
      list ?? read(),
      engine.sumReport(person.tenant, { ...request, starts }),
      endpointsFor(inside),
    ]);
    const { items, nextCursor } = E.isLeft(found) ? NOTHING : found.right;
    return {
      items,
      next: nextCursor ?? undefined,
      sums: E.isLeft(sums) ? undefined : sums.right,
      endpoints,
    };
  };
  return answer(200, { faults: asked.faults, find });
};

const cellsOf = (payout: TransactionObject): ReadonlyArray<string> => {
  const { beneficiary, debitAccount, timestamps, statusDetails } = payout;
  return [
    payout.transactionId,
    payout.reference,
    new Date(timestamps.createdAt).toISOString(),
    payout.status,
    plainRupees(payout.amount.value),
    beneficiary?.code ?? '',
    beneficiary?.name ?? '',
    beneficiary?.accountNumber ?? '',
    beneficiary?.ifsc ?? '',
    payout.packageCode,
    payout.paymentMethod ?? '',
    debitAccount?.accountNumber ?? '',
    payout.apiRefNumber,
    payout.actors.createdBy.username,
    payout.utr ?? '',
    payout.bankReference ?? '',
    statusDetails?.code ?? '',
  ];
};

type Listed = Awaited<ReturnType<Inside['engine']['listReport']>>;

/** The lines of the file, read page by page. @throws when the person loses the report meanwhile: half a file is none. */
async function* lines(inside: Inside, asked: ReportAsked, first: Listed): AsyncGenerator<string> {
  yield CSV_START + csvLine(inside.texts.reports.columns);
  for (let page = first; ;) {
    if (E.isLeft(page)) throw new Error(`the report ended early: ${page.left._tag}`);
    const { items, nextCursor } = page.right;
    yield items.map((payout) => csvLine(cellsOf(payout))).join('');
    if (nextCursor === null) return;
    page = await pageOf(inside, asked, nextCursor);
  }
}

const pageOf = (inside: Inside, asked: ReportAsked, after?: string): Promise<Listed> =>
  inside.engine.listReport(inside.person.tenant, {
    ...requestOf(inside, asked),
    limit: A_CHUNK,
    ...(after !== undefined && { after }),
  });

const download = async (inside: Inside): Promise<PageAnswer> => {
  const { visit, profile } = inside;
  if (!profile.permissions.includes('reports.view')) return stopped(inside);
  const asked = reportAsked(visit, profile);
  const first = asked.faults.size > 0 ? undefined : await pageOf(inside, asked);
  if (first === undefined || E.isLeft(first)) return show(inside);
  const { from, to } = asked.typed;
  return {
    kind: 'file',
    name: `payouts-${from}-${to}.csv`,
    lines: lines(inside, asked, first),
  };
};

/** The reports of a corporate's payouts, as pages and as a file. */
export const reportRoutes = (routes: InsideRoutes): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: AT, answer: show }),
  ...routes.page({ path: `${AT}/payouts.csv`, answer: download }),
];
