import { codeFor } from './portal.js';
import type { Served } from './serve.js';
import { OUR_PAGE } from './without-browser.js';

/** A page as a browser without scripts has it. */
export interface Seen {
  readonly status: number;
  readonly location: string | null;
  readonly html: string;
  readonly response: Response;
}

type Fields = Readonly<Record<string, string>>;

/** A browser without scripts, which keeps cookies. */
export interface PortalBrowser {
  readonly cookies: Map<string, string>;
  readonly get: (path: string) => Promise<Seen>;
  /** Sends a form, with the hidden fields of the last page that was seen. */
  readonly send: (path: string, fields?: Fields, headers?: Fields) => Promise<Seen>;
  /** Sends a form with files, each in the field `file`, behind the other fields. */
  readonly sendFiles: (
    path: string,
    files: ReadonlyArray<readonly [name: string, content: string | Uint8Array<ArrayBuffer>]>,
    fields?: Fields,
  ) => Promise<Seen>;
}

const UNESCAPED: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&#39;': "'",
};

const plain = (text: string): string =>
  text.replaceAll(/&(?:quot|amp|lt|#39);/g, (one) => UNESCAPED[one] ?? one);

/** The hidden fields of the form with this action. */
export const hiddenIn = (html: string, action: string): Fields => {
  const [, form = ''] = html.split(`action="${action}"`);
  const [own = ''] = form.split('</form>');
  return Object.fromEntries(
    [...own.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, plain(value)],
    ),
  );
};

export const portalBrowser = (
  { port }: Pick<Served, 'port'>,
  userAgent = 'Firefox',
): PortalBrowser => {
  const origin = `http://127.0.0.1:${String(port)}`;
  const cookies = new Map<string, string>();
  let last = '';
  const ask = async (path: string, init: RequestInit): Promise<Seen> => {
    const response = await fetch(origin + path, {
      ...init,
      redirect: 'manual',
      headers: {
        'user-agent': userAgent,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(init.headers as Fields | undefined),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (cookie.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    const html = await response.clone().text();
    if (response.status !== 303) last = html;
    return { status: response.status, location: response.headers.get('location'), html, response };
  };
  return {
    cookies,
    sendFiles: (path, files, fields = {}) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...hiddenIn(last, path), ...fields }))
        body.append(name, value);
      for (const [name, content] of files) body.append('file', new Blob([content]), name);
      return ask(path, { method: 'POST', body, headers: OUR_PAGE });
    },
    get: (path) => ask(path, {}),
    send: (path, fields = {}, headers = {}) =>
      ask(path, {
        method: 'POST',
        body: new URLSearchParams({ ...hiddenIn(last, path), ...fields }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...OUR_PAGE,
          ...headers,
        },
      }),
  };
};

/** Logs in by a mailed code. @throws when that does not lead in. */
export const logIn = async (
  served: Served,
  email: string,
  browser = portalBrowser(served),
): Promise<PortalBrowser> => {
  await browser.get('/portal/login');
  await browser.send('/portal/login', { email });
  const opened = await browser.send('/portal/login/code', { code: codeFor(served, email) });
  if (opened.status !== 303) throw new Error(`not let in: ${opened.html}`);
  return browser;
};
