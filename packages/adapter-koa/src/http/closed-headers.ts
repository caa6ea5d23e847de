/** The headers of every answer that is no page: a browser neither runs, loads, frames nor guesses anything of it. */
export const CLOSED_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const satisfies Readonly<Record<string, string>>;
