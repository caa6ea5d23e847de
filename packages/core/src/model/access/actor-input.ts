import type * as t from 'io-ts';
import { record } from '../../kernel/codecs/record.js';
import { CursorRequest } from '../../kernel/values/cursor.js';
import { UserId } from '../../kernel/values/ids.js';

/** The input of a use case that needs nothing but the person who acts. */
export const ActorInput = record('ActorInput', { actorUserId: UserId });
export type ActorInput = t.TypeOf<typeof ActorInput>;

/** The input of a list that goes on from a cursor and needs nothing else but the person who reads it. */
export const ActorCursorInput = record(
  'ActorCursorInput',
  { ...ActorInput.required, ...CursorRequest.required },
  CursorRequest.optional,
);
export type ActorCursorInput = t.TypeOf<typeof ActorCursorInput>;
