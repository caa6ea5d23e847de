import type { CheckoutSessionObject } from '@hundi/core/wire';
import { TEST_CARDS } from '@hundi/testkit';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { merchantOf } from './merchant.js';
import { onLoopback } from './on-loopback.js';
import type { Served } from './serve.js';

/** A session of a shop, and the page that its customer is sent to. */
export interface CardCheckout {
  readonly id: string;
  /** The address that the browser is redirected to, at the server of the test. */
  readonly link: string;
  /** Where the page is once it was opened. */
  readonly address: string;
  readonly session: CheckoutSessionObject;
}

/** An address of the engine's, at the server of the test. */
export const here = ({ port }: Served, url: string): string => {
  const { pathname, search } = new URL(url);
  return `http://127.0.0.1:${String(port)}${pathname}${search}`;
};

/** Creates a session for ₹2,499, by default. */
export const openCard = async (served: Served, overrides: object = {}): Promise<CardCheckout> => {
  const session = await merchantOf(served).create(overrides);
  const link = here(served, session.url);
  return { id: session.id, link, address: link.split('?')[0] ?? '', session };
};

/** The status of a session, as the shop sees it. */
export const sessionOf = async (served: Served, id: string): Promise<CheckoutSessionObject> =>
  JSON.parse((await merchantOf(served).get(`/sessions/${id}`)).text) as CheckoutSessionObject;

/** Types a card. */
export const typeCard = async (page: Page, number: string, cvc = '123'): Promise<void> => {
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry (MM / YY)').pressSequentially('1234');
  await page.getByLabel('CVC').pressSequentially(cvc);
  await page.getByLabel('Name on card').fill('Asha Rao');
};

/** Presses Pay. */
export const pressPay = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Pay ₹/ }).click();

/** Types a card and pays with it. */
export const payWith = async (page: Page, number: string = TEST_CARDS.visa): Promise<void> => {
  await typeCard(page, number, number.startsWith('3') ? '1234' : '123');
  await pressPay(page);
};

/** A shop that customers come back to. */
export interface Shop {
  readonly thanks: string;
  readonly basket: string;
  /** The paths and queries that browsers asked for. */
  readonly visits: ReadonlyArray<string>;
}

export const shopSite = async (t: ExecutionContext): Promise<Shop> => {
  const visits: string[] = [];
  const origin = await onLoopback(t, (request, response) => {
    const { url = '' } = request;
    if (!url.includes('favicon')) visits.push(url);
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Shop</title><h1>${url.startsWith('/thanks') ? 'Thank you' : 'Your basket'}</h1>`,
    );
  });
  return { thanks: `${origin}/thanks?order=7`, basket: `${origin}/basket`, visits };
};
