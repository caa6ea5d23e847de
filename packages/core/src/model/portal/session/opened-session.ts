import * as t from 'io-ts';
import { about } from '../../../kernel/codecs/documented.js';
import { UserId } from '../../../kernel/values/ids.js';
import { record } from '../../../kernel/codecs/record.js';
import { Name } from '../../../kernel/values/text.js';
import { EpochMs } from '../../../kernel/values/time.js';
import { Permission } from '../../tenancy/user.js';

/** A session that was opened: the only time that anybody sees its token. */
export const OpenedSession = record(
  'OpenedSession',
  {
    token: about(t.string, 'Send it as `Authorization: Bearer`. Returned only once.'),
    expiresAt: EpochMs,
    user: record('SessionUser', {
      userId: UserId,
      username: Name,
      permissions: t.readonlyArray(Permission),
    }),
  },
  {
    onlyEnrols: about(
      t.boolean,
      'The corporate asks for a second factor at login that the user has not given: the session opens nothing but the enrolment of factors.',
    ),
  },
);
export type OpenedSession = t.TypeOf<typeof OpenedSession>;
