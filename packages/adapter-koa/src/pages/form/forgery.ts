import { sameDigest, sha256 } from '@hundi/core/wire';
import type { IncomingHttpHeaders } from 'node:http';

/** The name of the field that every form of a page carries. */
export const FORM_TOKEN = 'form_token';

/**
 * What a form must carry to be believed: only a page that was written for the browser which holds the
 * secret can know it, and it reveals nothing of the secret.
 */
export const formToken = (secret: string): string => sha256(`form token of ${secret}`);

/** The name of the field that says whose a form is: the person of the page that it stands on. */
export const WHOSE = 'whose';

export const isFormToken = (sent: string | undefined, secret: string): boolean =>
  sent !== undefined && sameDigest(sent, formToken(secret));

/**
 * Whether a form was sent by a page of ours, as far as the browser says. Our pages send no referrer, so
 * their forms have `Origin: null`, as forms in a sandboxed frame have; `Sec-Fetch-Site` distinguishes them
 * wherever the browser is one that sends it. The form token is what decides in the others.
 */
export const isFromOurPage = (headers: IncomingHttpHeaders, origin: string): boolean => {
  const { origin: sent, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return sent === undefined || sent === 'null' || sent === origin;
};
