import { hmacSha256, sameDigest, sha256 } from '../../kernel/secrets/digest.js';
import { hex } from '../../kernel/secrets/hex.js';
import type { HostedPages } from '../../ports/hosted-pages.js';
import type { Sealer } from '../../ports/sealer.js';

const ID_BYTES = 16;
const TOKEN_BYTES = 32;

/** Random bytes that one page takes: its id, and the token of its address. */
export const PAGE_ENTROPY_BYTES = ID_BYTES + TOKEN_BYTES;

/** The subject of a hosted page, and its address. */
export interface Page {
  readonly id: string;
  readonly sealedToken: string;
}

const contextOf = (id: string): string => `page token ${id}`;

/** A new page of a kind, from random bytes: its id, and a token that only its address has in clear. */
export const newPage = (prefix: 'cs' | 'pl', random: Uint8Array, { seal }: Sealer): Page => {
  const id = `${prefix}_${hex(random.subarray(0, ID_BYTES))}`;
  const token = hex(random.subarray(ID_BYTES, PAGE_ENTROPY_BYTES));
  return { id, sealedToken: seal(token, contextOf(id)) };
};

/** The token of a page, in clear: for the browser that is sent there. */
export const tokenOf = ({ id, sealedToken }: Page, { open }: Sealer): string =>
  open(sealedToken, contextOf(id));

const PATHS = { cs: 'pay', pl: 'link' } as const;

/** The address that opens a page. */
export const pageUrl = (base: string, page: Page, sealer: Sealer): string => {
  const path = page.id.startsWith('cs_') ? PATHS.cs : PATHS.pl;
  return `${base}/${path}/${page.id}?token=${tokenOf(page, sealer)}`;
};

/** The address of a session's page. */
export const addressOf = (
  { sessionId, sealedToken }: { readonly sessionId: string; readonly sealedToken: string },
  pages: HostedPages,
  sealer: Sealer,
): string => pageUrl(pages.baseUrl(), { id: sessionId, sealedToken }, sealer);

/** The address of a payment link. */
export const linkAddress = (
  { linkId, sealedToken }: { readonly linkId: string; readonly sealedToken: string },
  pages: HostedPages,
  sealer: Sealer,
): string => pageUrl(pages.baseUrl(), { id: linkId, sealedToken }, sealer);

/**
 * The secret that a browser sends once it has opened the page. It is derived from the token and does not reveal it.
 */
const browserKeyOf = (id: string, token: string): string =>
  hmacSha256(new TextEncoder().encode(token), `browser ${id}`);

const same = (a: string, b: string): boolean => sameDigest(sha256(a), sha256(b));

/** The key of a browser that came with the right token; undefined when it is another one. */
export const browserKeyFor = (
  { id, sealedToken }: Page,
  token: string,
  { open }: Sealer,
): string | undefined =>
  same(open(sealedToken, contextOf(id)), token) ? browserKeyOf(id, token) : undefined;

/** Whether a browser opened the page before. */
export const isBrowserOf = ({ id, sealedToken }: Page, key: string, { open }: Sealer): boolean =>
  same(browserKeyOf(id, open(sealedToken, contextOf(id))), key);
