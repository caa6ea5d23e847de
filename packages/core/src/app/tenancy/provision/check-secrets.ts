import { isStrong, parseKey, type KeyPrefix } from '../../../model/access/key/key-text.js';
import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import { isStrongSecret } from '../../../model/webhook/receiver/secret.js';
import type { BringsKey } from '../../../model/access/key/brought-key.js';
import type { CorporatePart } from './provision-document.js';

/** The faults in the keys and secrets that a corporate's part brings. */
export const checkSecrets = (corporate: CorporatePart, at: string): ReadonlyArray<Issue> => [
  ...(corporate.apiKeys ?? []).flatMap((one, i) =>
    checkKey('pak', one, `${at}/apiKeys/${String(i)}`),
  ),
  ...(corporate.secretKeys ?? []).flatMap((one, i) =>
    checkKey('sk', one, `${at}/secretKeys/${String(i)}`),
  ),
  ...(corporate.webhookEndpoints ?? []).flatMap(({ secret, url }, i) => [
    ...(secret === undefined || isStrongSecret(secret)
      ? []
      : [
          invalid(
            `${at}/webhookEndpoints/${String(i)}/secret`,
            'expected whsec_ and 24 to 64 bytes in base64',
          ),
        ]),
    ...(/^https?:\/\/[\x21-\x7e]+$/i.test(url)
      ? []
      : [invalid(`${at}/webhookEndpoints/${String(i)}/url`, 'expected an http or https URL')]),
  ]),
];

const checkKey = (prefix: KeyPrefix, part: BringsKey, at: string): ReadonlyArray<Issue> => {
  const { key, keyId, keyDigest } = part;
  if (key === undefined) return checkPair(part, at);
  if (keyId !== undefined || keyDigest !== undefined)
    return [invalid(`${at}/key`, 'expected no key together with keyId and keyDigest')];
  const parts = parseKey(prefix, key);
  return parts !== undefined && isStrong(parts)
    ? []
    : [invalid(`${at}/key`, `expected ${prefix}_<id>_<secret> with a strong secret`)];
};

/** A digest without its id could never be looked up, and an id without a digest never be authenticated. */
const checkPair = ({ keyId, keyDigest }: BringsKey, at: string): ReadonlyArray<Issue> => {
  if ((keyId === undefined) === (keyDigest === undefined)) return [];
  const [missing, given] = keyId === undefined ? ['keyId', 'keyDigest'] : ['keyDigest', 'keyId'];
  const detail = `is required together with ${given}`;
  return [{ pointer: `${at}/${missing}`, code: 'required', detail }];
};
