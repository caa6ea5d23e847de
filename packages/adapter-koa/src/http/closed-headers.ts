/** What every answer says that is no page: a browser runs, loads, frames and guesses nothing of it. */
export const CLOSED_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const satisfies Readonly<Record<string, string>>;
