const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Where browsers find the pages, taken from configuration and never from a request. */
export interface BaseUrl {
  /** `https://pay.bank.example`. */
  readonly origin: string;
  /** The prefix of the pages' paths: empty, or for example `/hundi`. */
  readonly path: string;
  /** Whether cookies can be bound to https; false on a loopback host without it only. */
  readonly secure: boolean;
}

/** @throws when it is no http or https URL, or has a user, a query or a fragment. */
export const baseUrlOf = (publicUrl: string): BaseUrl => {
  const url = new URL(publicUrl);
  const plain = url.username === '' && url.password === '' && !/[?#]/.test(publicUrl);
  if (!plain || !['http:', 'https:'].includes(url.protocol))
    throw new Error('publicUrl must be an http or https URL without user, query and fragment');
  return {
    origin: url.origin,
    path: url.pathname.replace(/\/+$/, ''),
    secure: url.protocol === 'https:' || !LOOPBACK.test(url.hostname),
  };
};
