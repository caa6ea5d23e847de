/** The styles and scripts in a page, by their hashes, since a browser takes none from elsewhere; and its language. */
export interface PageParts {
  readonly styles: ReadonlyArray<string>;
  readonly scripts: ReadonlyArray<string>;
  /** Whether it shows pictures, which are data URLs. */
  readonly pictures: boolean;
  /** Absent where there is no text. */
  readonly language?: string;
}

const policyOf = ({ styles, scripts, pictures }: PageParts): string =>
  [
    "default-src 'none'",
    ...(styles.length > 0 ? [`style-src ${styles.join(' ')}`] : []),
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
    ...(pictures ? ['img-src data:'] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The headers of a hosted page: it is not cached, cannot be framed and loads nothing but itself. */
export const pageHeaders = (parts: PageParts): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  ...(parts.language !== undefined && { 'Content-Language': parts.language }),
  'Content-Security-Policy': policyOf(parts),
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
});

/** The headers of an answer that shows nothing: a redirect. */
export const BARE_HEADERS = pageHeaders({ styles: [], scripts: [], pictures: false });
