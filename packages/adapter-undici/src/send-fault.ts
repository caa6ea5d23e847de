import type { SendFault } from '@hundi/core';

/** The name of an error: its code, that of its cause, or its name. */
const codeOf = (error: unknown): string => {
  const { code, cause, name } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof code === 'string') return code;
  if (cause !== undefined) return codeOf(cause);
  return typeof name === 'string' ? name : '';
};

const KINDS: ReadonlyArray<readonly [RegExp, SendFault]> = [
  [/^HUNDI_ADDRESS_REFUSED$/, 'address_refused'],
  [/TIMEOUT|TIMEDOUT/, 'timed_out'],
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'name_not_found'],
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_)/, 'answer_invalid'],
  [/TLS|SSL|CERT|SIGNATURE|ISSUER/, 'tls_failed'],
];

/**
 * The kind of failure of a client's error. It holds nothing of the error's text, which may reveal the local network.
 */
export const sendFault = (error: unknown): SendFault => {
  const code = codeOf(error);
  return KINDS.find(([shape]) => shape.test(code))?.[1] ?? 'connection_failed';
};
