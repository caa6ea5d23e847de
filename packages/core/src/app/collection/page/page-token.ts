import { hmacSha256, sameDigest, sha256 } from '../../../kernel/secrets/digest.js';
import { hex } from '../../../kernel/secrets/hex.js';
import type { Entropy } from '../../../ports/entropy.js';
import type { HostedPages } from '../../../ports/hosted-pages.js';
import type { GuardedSealer } from '../../../ports/guarded-sealer.js';
import { openAllKept, openKept } from '../../../ports/open-kept.js';
import type { SealedText } from '../../../ports/sealer.js';

const ID_BYTES = 16;
const TOKEN_BYTES = 32;

/** The subject of a hosted page, and its address. */
export interface Page {
  readonly id: string;
  readonly sealedToken: string;
}

const contextOf = (id: string): string => `page token ${id}`;

/** The sealed token of a page, as its record keeps it. */
export const sealedIn = ({ id, sealedToken }: Page): SealedText => ({
  sealed: sealedToken,
  context: contextOf(id),
});

/** A new page of a kind: its id, and a token that only its address has in clear. */
export const newPage = (
  prefix: 'cs' | 'pl',
  entropy: Entropy,
  sealer: GuardedSealer,
): Promise<Page> => pageOf(`${prefix}_${hex(entropy.bytes(ID_BYTES))}`, entropy, sealer);

/** A new page with this id. */
export const pageOf = async (
  id: string,
  { bytes }: Entropy,
  { seal }: GuardedSealer,
): Promise<Page> => ({ id, sealedToken: await seal(hex(bytes(TOKEN_BYTES)), contextOf(id)) });

/** The token of a page, in clear: for the browser that is sent there. */
export const tokenOf = (page: Page, sealer: GuardedSealer): Promise<string> =>
  openKept(sealer, sealedIn(page));

const urlOf = (base: string, { id }: Page, token: string): string =>
  `${base}/${id.startsWith('cs_') ? 'pay' : 'link'}/${id}?token=${token}`;

export const pageUrl = async (base: string, page: Page, sealer: GuardedSealer): Promise<string> =>
  urlOf(base, page, await tokenOf(page, sealer));

export const addressOf = (
  { sessionId, sealedToken }: { readonly sessionId: string; readonly sealedToken: string },
  pages: HostedPages,
  sealer: GuardedSealer,
): Promise<string> => pageUrl(pages.baseUrl(), { id: sessionId, sealedToken }, sealer);

interface LinkPage {
  readonly linkId: string;
  readonly sealedToken: string;
}

export const linkAddress = (
  { linkId, sealedToken }: LinkPage,
  pages: HostedPages,
  sealer: GuardedSealer,
): Promise<string> => pageUrl(pages.baseUrl(), { id: linkId, sealedToken }, sealer);

/** The addresses of payment links, in their order: the sealer is asked once. */
export const linkAddresses = async (
  links: ReadonlyArray<LinkPage>,
  pages: HostedPages,
  sealer: GuardedSealer,
): Promise<ReadonlyArray<string>> => {
  const all = links.map(({ linkId, sealedToken }) => ({ id: linkId, sealedToken }));
  const tokens = await openAllKept(sealer, all.map(sealedIn));
  return all.map((page, i) => urlOf(pages.baseUrl(), page, tokens[i] ?? ''));
};

/**
 * The secret that a browser sends once it has opened the page. It is derived from the token and does not reveal it.
 */
const browserKeyOf = (id: string, token: string): string =>
  hmacSha256(new TextEncoder().encode(token), `browser ${id}`);

const same = (a: string, b: string): boolean => sameDigest(sha256(a), sha256(b));

/** The key of a browser that came with the right token; undefined when it is another one. */
export const browserKeyFor = async (
  page: Page,
  token: string,
  sealer: GuardedSealer,
): Promise<string | undefined> =>
  same(await tokenOf(page, sealer), token) ? browserKeyOf(page.id, token) : undefined;

/** Whether a browser opened the page before. */
export const isBrowserOf = async (
  page: Page,
  key: string,
  sealer: GuardedSealer,
): Promise<boolean> => same(browserKeyOf(page.id, await tokenOf(page, sealer)), key);
