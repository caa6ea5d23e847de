import type { UserId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { isActive, type Deputizing, type User } from './user.js';

type Span = Pick<Deputizing, 'from' | 'until'>;

const isAt = ({ from, until }: Span, now: EpochMs): boolean => from <= now && now < until;

/** The people on whose behalf a user decides at a moment: none while the user may do nothing. */
export const principalsAt = (user: User, now: EpochMs): ReadonlyArray<UserId> =>
  isActive(user)
    ? (user.deputyFor ?? []).filter((one) => isAt(one, now)).map(({ userId }) => userId)
    : [];

/** Who is the deputy of a person, now or later. */
export const deputyOf = (
  users: ReadonlyArray<User>,
  userId: UserId,
  now: EpochMs,
): { readonly deputy: User; readonly span: Deputizing } | undefined => {
  for (const deputy of users)
    for (const span of deputy.deputyFor ?? [])
      if (span.userId === userId && now < span.until) return { deputy, span };
  return undefined;
};

/** A user who is no deputy of a person any more; the times that are over go, too. */
export const withoutPrincipal = (user: User, userId: UserId, now: EpochMs): User => {
  const { deputyFor = [], ...rest } = user;
  const left = deputyFor.filter((one) => one.userId !== userId && now < one.until);
  return left.length === 0 ? rest : { ...rest, deputyFor: left };
};

/** A user who is the deputy of a person for a time. */
export const withPrincipal = (user: User, named: Deputizing, now: EpochMs): User => {
  const { deputyFor = [], ...rest } = withoutPrincipal(user, named.userId, now);
  return { ...rest, deputyFor: [...deputyFor, named] };
};

/** Whether two times have a moment in common. */
export const overlaps = (one: Span, other: Span): boolean =>
  one.from < other.until && other.from < one.until;
