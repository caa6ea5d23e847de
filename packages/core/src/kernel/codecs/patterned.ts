import * as t from 'io-ts';
import type { Brand } from './brand.js';
import { documented, type Facts } from './documented.js';

/** A codec of strings of one pattern, under the name of their brand. */
export const patterned = <N extends string>(name: N, pattern: RegExp, facts: Facts = {}) =>
  documented(
    t.brand(t.string, (s): s is t.Branded<string, Brand<N>> => pattern.test(s), name),
    { type: 'string', pattern: pattern.source, ...facts },
  );
