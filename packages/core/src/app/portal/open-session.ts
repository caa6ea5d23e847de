import { writeRecords } from '../writer/write-changes.js';
import type { JsonObject } from '../../kernel/codecs/json.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import type { Actor } from '../../model/tenancy/user.js';
import type { Account } from './login-code.js';
import { permissionsOf } from './portal-person.js';
import { givenFactor, type GivenKind } from '../../model/portal/session/given-factor.js';
import type { OpenedSession } from '../../model/portal/session/opened-session.js';
import { SESSION_LIFE, type PortalSession } from '../../model/portal/session/portal-session.js';
import { openedEntry } from '../../model/portal/session/session-entry.js';
import { parseToken, tokenDigest } from '../../model/portal/session/session-token.js';

/** How a person came in, beside the mailed code. */
export interface ComingIn {
  /** The kind of the second factor that they gave, here or at their bank. */
  readonly factor?: string;
  /** One that they enrolled here, and the key that seals that they gave it. */
  readonly given?: { readonly key: Uint8Array; readonly kind: GivenKind };
  readonly onlyEnrols?: boolean;
}

/** The token, the moment, and when the person showed who they are, where that was before. */
interface Opening {
  readonly text: string;
  /** The browser that the session is bound to; absent for one with a bearer token. */
  readonly browser?: string | undefined;
  readonly now: EpochMs;
  readonly shownAt?: EpochMs;
}

/** Opens a session for a person, with a token that is drawn before the unit. */
export const openSession = async (
  stores: Stores,
  { tenant, userId }: Account,
  actor: Actor,
  { text, browser, now, shownAt = now, factor, given, onlyEnrols = false }: Opening & ComingIn,
): Promise<OpenedSession> => {
  const parts = parseToken(text);
  if (parts === undefined) throw new Error('a new token is no token');
  const opened: PortalSession = {
    sessionId: parts.sessionId,
    tenant,
    userId,
    tokenDigest: tokenDigest(parts.secret, browser),
    createdAt: now,
    expiresAt: shownAt + SESSION_LIFE,
    usedAt: now,
    confirmedAt: shownAt,
    ...(onlyEnrols && { onlyEnrols }),
  };
  const session: PortalSession =
    given === undefined
      ? opened
      : { ...opened, factor: givenFactor(given.key, opened, { kind: given.kind, at: now }) };
  const how: JsonObject = {
    ...(factor !== undefined && { factor }),
    ...(onlyEnrols && { onlyEnrols }),
  };
  await writeRecords(stores, {
    saves: [({ portal }) => portal.addSession(session)],
    entries: [openedEntry(session, how)],
  });
  return {
    token: text,
    expiresAt: session.expiresAt,
    user: {
      userId: actor.user.userId,
      username: actor.user.username,
      permissions: permissionsOf(actor),
    },
    ...(onlyEnrols && { onlyEnrols }),
  };
};
