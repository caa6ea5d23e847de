import type * as t from 'io-ts';
import { record } from '../kernel/codecs/record.js';
import { UserId } from '../kernel/values/ids.js';

/** The input of a use case that needs nothing but the person who acts. */
export const ActorInput = record('ActorInput', { actorUserId: UserId }, {});
export type ActorInput = t.TypeOf<typeof ActorInput>;
