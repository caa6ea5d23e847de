import * as t from 'io-ts';
import { alias } from '../codecs/documented.js';

/** An absolute URL, as answers show it. */
export const Url = alias(t.string, { format: 'uri' });
