import type * as t from 'io-ts';
import { ActorInput } from '../../../model/access/actor-input.js';
import { record } from '../../../kernel/codecs/record.js';
import { PaymentLinkId } from '../../../model/collection/session/page-ids.js';

/** The input of a use case that needs nothing but a link and the person who does something to it. */
export const LinkInput = record('LinkInput', { ...ActorInput.required, linkId: PaymentLinkId });
export type LinkInput = t.TypeOf<typeof LinkInput>;
