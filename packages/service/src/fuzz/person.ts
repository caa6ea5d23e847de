import type { Dice } from '../crash/dice.js';
import type { Outcome } from './ask.js';
import { changed } from './change.js';
import { formsIn, linksIn, type Form } from './page-forms.js';
import type { Pool } from './pool.js';
import type { Asked } from './structured.js';
import { asText, NASTY } from './values.js';

/** How a person comes into the pages: by the form for an address, and by the code in the mail to it. */
export interface Way {
  readonly url: string;
  readonly codeFor: (email: string) => Promise<string>;
}

/** Somebody at the pages of the portal: they follow the links and fill in the forms that they have been shown. */
export interface Person {
  readonly comeIn: (email: string) => Promise<void>;
  readonly next: (dice: Dice, pool: Pool) => Asked;
  readonly see: (outcome: Outcome) => void;
}

const START = ['/portal', '/portal/pay', '/portal/upload', '/portal/reports'];

/** Who has come in takes no way out; who is suspended, or made to log in again, learns nothing more. */
const WAYS_OUT = /\/login|\/logout|\/sessions\/end|\/people\//;

/** A path without its ids: the kind of page that it leads to. */
const kindOf = (path: string): string =>
  (path.split('?')[0] ?? '').replaceAll(/[0-9a-f-]{20,}/g, '…').slice(0, 80);

const FILES: ReadonlyArray<string> = [
  'Reference,Beneficiary,Amount\nF-1,SHARMA01,"1,00,000.00"\nF-2,NOBODY,12\n',
  'reference;beneficiary;amount paise\nF-3;SHARMA01;100\nF-4;SHARMA01;1E5\n',
  'Reference,Beneficiary,Amount\n"F-5,SHARMA01,1\n',
  '=1+1,@SUM(A1)\n'.repeat(1_000),
  'PK\u0003\u0004 no archive',
  '\u0000'.repeat(100),
  '',
];

const BOUNDARY = 'hundi-fuzz';

const multipart = (fields: Readonly<Record<string, unknown>>, file: string, text: string): Buffer =>
  Buffer.from(
    [
      ...Object.entries(fields).map(
        ([name, value]) =>
          `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${asText(value)}\r\n`,
      ),
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${file}"; filename="pay.csv"\r\n\r\n${text}\r\n`,
      `--${BOUNDARY}--\r\n`,
    ].join(''),
  );

const encoded = (fields: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, asText(value)]),
  ).toString();

/** The cookies that an answer sets, on top of those before. */
const withCookies = (
  cookies: ReadonlyMap<string, string>,
  response: Response,
): ReadonlyMap<string, string> => {
  const pairs = response.headers.getSetCookie().map((line) => {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
    return [name, value] as const;
  });
  return new Map([...cookies, ...pairs]);
};

const cookieOf = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

export const newPerson = ({ url, codeFor }: Way): Person => {
  let cookies: ReadonlyMap<string, string> = new Map();
  const links = new Map<string, string>();
  const forms = new Map<string, Form>();
  const learn = (paths: ReadonlyArray<string>): void => {
    for (const path of paths) if (!WAYS_OUT.test(path)) links.set(kindOf(path), path);
  };

  const send = async (path: string, form?: Readonly<Record<string, string>>): Promise<string> => {
    const response = await fetch(url + path, {
      redirect: 'manual',
      headers: { cookie: cookieOf(cookies), 'user-agent': 'hundi-fuzz' },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    cookies = withCookies(cookies, response);
    return response.text();
  };

  /** The fields of the form that a page has for the next step of the login. */
  const shown = (page: string, action: string): Readonly<Record<string, string>> =>
    formsIn(page).find((form) => form.action === action)?.fields ?? {};

  const follow = (dice: Dice): Asked => {
    const path = dice.pick([...links.values()]);
    return asked('GET', path);
  };

  const asked = (method: string, path: string, more: Partial<Asked> = {}): Asked => ({
    label: `${method} ${kindOf(path)}`,
    caller: 'browser',
    method,
    path,
    body: undefined,
    ...more,
    headers: { cookie: cookieOf(cookies), 'user-agent': 'hundi-fuzz', ...more.headers },
  });

  const fillIn = (form: Form, dice: Dice, pool: Pool): Asked => {
    const { method, action, file } = form;
    const token = form.fields['form_token'];
    const filled = changed(form.fields, dice, pool);
    // Without its token a form goes no further than the first look at it.
    const fields: Readonly<Record<string, unknown>> = {
      ...(typeof filled === 'object' && filled !== null ? filled : { filled }),
      ...(token !== undefined && dice.chance(0.95) && { form_token: token }),
    };
    if (method === 'GET') return asked(method, `${action.split('?')[0] ?? ''}?${encoded(fields)}`);
    if (file === undefined)
      return asked(method, action, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(encoded(fields)),
      });
    const text = dice.chance(0.8) ? dice.pick(FILES) : asText(dice.pick(NASTY));
    return asked(method, action, {
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: multipart(fields, file, text),
    });
  };

  return {
    comeIn: async (email) => {
      cookies = new Map();
      links.clear();
      forms.clear();
      learn(START);
      const first = shown(await send('/portal/login'), '/portal/login');
      const second = shown(await send('/portal/login', { ...first, email }), '/portal/login/code');
      await send('/portal/login/code', { ...second, code: await codeFor(email) });
      if (!cookies.has('hundi-session')) throw new Error(`${email} does not come into the pages`);
    },
    next: (dice, pool) =>
      forms.size === 0 || dice.chance(0.5)
        ? follow(dice)
        : fillIn(dice.pick([...forms.values()]), dice, pool),
    see: (outcome) => {
      if (outcome.kind !== 'answered') return;
      learn([
        ...linksIn(outcome.text),
        ...(outcome.leadsTo === undefined ? [] : [outcome.leadsTo]),
      ]);
      // A form that is shown again is another: it may carry a new key against being sent twice.
      for (const form of formsIn(outcome.text))
        if (!WAYS_OUT.test(form.action)) forms.set(form.action, form);
    },
  };
};
