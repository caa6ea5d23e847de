import * as t from 'io-ts';
import { about } from '../../kernel/codecs/documented.js';
import { describedRecord } from '../../kernel/codecs/record.js';
import { UserId } from '../../kernel/values/ids.js';
import { Name } from '../../kernel/values/text.js';
import { EpochMs } from '../../kernel/values/time.js';
import { deputyOf } from '../../model/tenancy/deputy.js';
import type { User } from '../../model/tenancy/user.js';

const Deputized = describedRecord('Deputized', 'A person, and for how long.', {
  userId: UserId,
  username: Name,
  from: EpochMs,
  until: about(EpochMs, 'The moment at which it ends, in epoch ms.'),
});

/** Who decides on payouts on behalf of a person, and on whose behalf that person does. Times in epoch ms. */
export const DeputyView = describedRecord(
  'DeputyView',
  'Your deputy, and the people whose deputy you are.',
  {
    deputy: about(
      t.union([Deputized, t.null]),
      'Your deputy, now or later; null if you have none.',
    ),
    deputyFor: about(t.readonlyArray(Deputized), 'The people whose deputy you are, now or later.'),
  },
);
export type DeputyView = t.TypeOf<typeof DeputyView>;

/** As one of these users sees it. */
export const deputyView = (
  users: ReadonlyArray<User>,
  { userId: who, deputyFor = [] }: User,
  now: EpochMs,
): DeputyView => {
  const own = deputyOf(users, who, now);
  const usernames = new Map(users.map(({ userId, username }) => [userId, username]));
  return {
    deputy: own === undefined ? null : shown(own.deputy, own.span),
    deputyFor: deputyFor
      .filter(({ until }) => now < until)
      .map(({ userId, ...span }) =>
        shown({ userId, username: usernames.get(userId) ?? (userId as string as Name) }, span),
      ),
  };
};

const shown = (
  { userId, username }: Pick<User, 'userId' | 'username'>,
  { from, until }: { readonly from: EpochMs; readonly until: EpochMs },
): t.TypeOf<typeof Deputized> => ({ userId, username, from, until });
