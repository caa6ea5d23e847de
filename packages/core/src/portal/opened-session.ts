import * as t from 'io-ts';
import { alias } from '../kernel/documented.js';
import { UserId } from '../kernel/ids.js';
import { record } from '../kernel/record.js';
import { Name } from '../kernel/text.js';
import { EpochMs } from '../kernel/time.js';
import { Permission } from '../tenancy/user.js';

/** A session that was opened: the only time that anybody sees its token. */
export const OpenedSession = record(
  'OpenedSession',
  {
    token: alias(t.string, { description: 'Send it as `Authorization: Bearer`. It is told once.' }),
    expiresAt: EpochMs,
    user: record(
      'SessionUser',
      { userId: UserId, username: Name, permissions: t.readonlyArray(Permission) },
      {},
    ),
  },
  {},
);
export type OpenedSession = t.TypeOf<typeof OpenedSession>;
