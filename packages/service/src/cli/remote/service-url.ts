import { Misused, textOf, type Given, type Option, type Surroundings } from '../command/command.js';

/** The option of every command that calls a running service. */
export const URL_OPTION: Readonly<Record<'url', Option>> = {
  url: { type: 'string', value: 'URL', about: 'the address of the service; else HUNDI_URL' },
};

const EXPECTED = 'expected the address of a service, as https://payouts.bank.example';

const addressIn = (text: string): URL | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isBare = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isBare && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
};

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Where the service is, without a slash at the end. Warns where what is secret would go there in clear.
 *
 * @throws Misused
 */
export const serviceUrl = (given: Given, { env, err }: Surroundings): string => {
  const named = textOf(given, 'url');
  const [name, text] = named === undefined ? ['HUNDI_URL', env['HUNDI_URL']] : ['--url', named];
  if (text === undefined) throw new Misused(`HUNDI_URL: must be set, or --url given; ${EXPECTED}`);
  const url = addressIn(text);
  if (url === undefined) throw new Misused(`${name}: ${EXPECTED}`);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    err(`hundi: warning: keys and codes go to ${url.host} in clear; use https:`);
  return url.href.replace(/\/+$/, '');
};
