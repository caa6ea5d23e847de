import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Client } from './client.js';
import { benchBatch, MAKER_EMAIL } from './document.js';
import { cookiesOf } from './portal-session.js';
import type { Stand } from './stand.js';

const AT = '/portal/upload';

const FIELDS = ['transactionReference', 'beneficiaryId', 'packageCode', 'remark', 'tag'] as const;

/** The form on which a maker brings files: where it stands, the cookies of its maker, its hidden field, and whom to pay. */
export interface FileForm {
  readonly url: string;
  readonly cookie: string;
  readonly hidden: readonly [name: string, value: string];
  readonly payees: ReadonlyArray<string>;
}

/** Opens the form as the maker. */
export const openFileForm = async (stand: Stand): Promise<FileForm> => {
  const { url, payees } = stand;
  const cookie = await cookiesOf(stand, MAKER_EMAIL);
  const page = await (await fetch(url + AT, { headers: { cookie, 'user-agent': '' } })).text();
  const [, form = ''] = page.split(`action="${AT}/read"`);
  const [, name = '', value = ''] =
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/.exec(form) ?? [];
  return { url, cookie, hidden: [name, value], payees };
};

const fileOf = ({ payees }: FileForm, count: number, prefix: string): string => {
  const { payments } = benchBatch(payees, count, prefix) as {
    readonly payments: ReadonlyArray<Readonly<Record<string, string>>>;
  };
  const lines = payments.map((payment) =>
    [...FIELDS.map((name) => payment[name]), 1_000].join(','),
  );
  return [[...FIELDS, 'amountRupees'].join(','), ...lines].join('\n');
};

/** A file as it was brought: the path of its preview, how many ms the answer took, and the longest stall. */
export interface BroughtFile {
  readonly path: string;
  readonly ms: number;
  readonly stall: number;
}

/** Brings a file of so many payments as the maker. */
export const bringFile = async (
  form: FileForm,
  client: Client,
  count: number,
  prefix: string,
): Promise<BroughtFile> => {
  const { url, cookie, hidden } = form;
  const filled = new FormData();
  filled.set(...hidden);
  filled.set('file', new Blob([fileOf(form, count, prefix)]), 'payments.csv');
  const sent = new Response(filled);
  const headers = {
    cookie,
    origin: 'http://127.0.0.1',
    'content-type': sent.headers.get('content-type') ?? '',
  };
  const body = new Uint8Array(await sent.arrayBuffer());
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const job = { url, apiKey: '', key: '', path: `${AT}/read`, headers, body };
  const { answer: path, sentAt, readAt } = await client.post(job);
  delay.disable();
  return { path, ms: readAt - sentAt, stall: delay.max / 1e6 };
};
