import type * as t from 'io-ts';
import { raised } from './text.js';

const PURPOSE = /^[A-Za-z0-9]{1,35}$/;

/** A bank's code of what a payment is for: 1 to 35 letters and digits. Lowercase is raised on the way in. */
export const Purpose = raised('Purpose', '1 to 35 letters and digits', PURPOSE);
export type Purpose = t.TypeOf<typeof Purpose>;
