import type { Checkout } from './payout-checkout.js';

/** The headers that a browser sends by itself with a form of our page. */
export const OUR_PAGE = { 'sec-fetch-site': 'same-origin', origin: 'null' } as const;

type Fields = Readonly<Record<string, string>>;

/** Asks for a page as a browser would, and follows nothing. */
export const visit = (url: string, cookie = ''): Promise<Response> =>
  fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });

/** Sends a form. */
export const submit = (
  url: string,
  fields: Fields,
  headers: Readonly<Record<string, string>> = OUR_PAGE,
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });

/** A session that was entered: the cookie, and the fields of its form. */
export interface Inside {
  readonly cookie: string;
  readonly fields: Fields;
  readonly headers: Readonly<Record<string, string>>;
}

const valueOf = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

const pickedOf = (html: string, name: string): string =>
  new RegExp(`<select id="${name}"[^]*?<option(?= [^>]*selected)[^>]*? value="([^"]*)"`).exec(
    html,
  )?.[1] ?? valueOf(html, name);

/** Gives up the token of a link for its cookie, and reads the form. */
export const enter = async ({ link, address }: Checkout): Promise<Inside> => {
  const token = new URL(link).searchParams.get('token') ?? '';
  const entered = await submit(`${address}/enter`, { token });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const html = await (await visit(address, cookie)).text();
  return {
    cookie,
    headers: { ...OUR_PAGE, cookie },
    fields: {
      form_token: valueOf(html, 'form_token'),
      packageCode: pickedOf(html, 'packageCode'),
      debitAccountId: pickedOf(html, 'debitAccountId'),
      paymentMethodCode: pickedOf(html, 'paymentMethodCode'),
    },
  };
};
