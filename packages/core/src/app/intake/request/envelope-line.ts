import { canonicalJson } from '../../../kernel/codecs/json.js';

/**
 * What stands around the payments of a request, as its fingerprint begins with it. Fingerprints are kept for
 * ever: `first` has been in each of them from the beginning, and `later` holds every field that the request has
 * gained since, which adds nothing where none of them is there.
 */
export const envelopeLine = (first: ReadonlyArray<string | null>, later: object): string =>
  JSON.stringify(first) + (Object.keys(later).length === 0 ? '' : canonicalJson(later));
