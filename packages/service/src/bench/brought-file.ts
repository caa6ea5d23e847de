import { benchBatch, MAKER_EMAIL } from './document.js';
import { cookiesOf } from './portal-session.js';
import type { Stand } from './stand.js';

const AT = '/portal/upload';

const FIELDS = ['transactionReference', 'beneficiaryId', 'packageCode', 'remark', 'tag'] as const;

const fileOf = ({ payees }: Stand, count: number, prefix: string): string => {
  const { payments } = benchBatch(payees, count, prefix) as {
    readonly payments: ReadonlyArray<Readonly<Record<string, string>>>;
  };
  const lines = payments.map((payment) =>
    [...FIELDS.map((name) => payment[name]), 1_000].join(','),
  );
  return [[...FIELDS, 'amountRupees'].join(','), ...lines].join('\n');
};

/** A file as it was brought: the cookies of its maker, the path of its preview, and how many ms the answer took. */
export interface BroughtFile {
  readonly cookie: string;
  readonly path: string;
  readonly ms: number;
}

/** Brings a file of so many payments as the maker. */
export const bringFile = async (
  stand: Stand,
  count: number,
  prefix: string,
): Promise<BroughtFile> => {
  const cookie = await cookiesOf(stand, MAKER_EMAIL);
  const headers = { cookie, 'user-agent': '', origin: 'http://127.0.0.1' };
  const page = await (await fetch(stand.url + AT, { headers })).text();
  const [, form = ''] = page.split(`action="${AT}/read"`);
  const [, name = '', value = ''] =
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/.exec(form) ?? [];
  const body = new FormData();
  body.set(name, value);
  body.set('file', new Blob([fileOf(stand, count, prefix)]), 'payments.csv');
  const sentAt = performance.now();
  const { headers: answered, status } = await fetch(`${stand.url}${AT}/read`, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
  });
  const path = answered.get('location');
  if (path === null) throw new Error(`the file was answered with ${String(status)}`);
  return { cookie, path, ms: performance.now() - sentAt };
};
