import { E } from '@hundi/core';
import { documented, record, SessionView } from '@hundi/core/wire';
import * as t from 'io-ts';
import { sessionList } from '../../examples/portal-people.js';
import { portalRoute } from '../../route/route.js';

const SessionId = documented(
  t.refinement(t.string, () => true, 'SessionId'),
  { type: 'string', description: 'The sessionId of a session.' },
);

const SessionList = documented(record('SessionList', { items: t.readonlyArray(SessionView) }, {}), {
  description: 'The open sessions of the user, oldest first.',
});

export const listSessions = portalRoute({
  method: 'GET',
  path: '/portal/v1/sessions',
  about: {
    operationId: 'listSessions',
    tag: 'Session',
    summary: 'List your sessions',
    description: 'Lists your own open sessions, this one included, oldest first.',
  },
  params: {},
  query: {},
  headers: {},
  refusals: [],
  success: { status: 200, body: SessionList, example: sessionList },
  run: async (engine, { caller }) => E.right(await engine.listSessions(caller)),
  reply: (items) => ({ body: { items } }),
});

export const endOwnSession = portalRoute({
  method: 'DELETE',
  path: '/portal/v1/sessions/{sessionId}',
  about: {
    operationId: 'endOwnSession',
    tag: 'Session',
    summary: 'End one of your sessions',
    description:
      'Ends one of your sessions: its token is invalid from the next request on. Sessions of other users are not found.',
  },
  params: { sessionId: SessionId },
  query: {},
  headers: {},
  refusals: ['SessionNotFound'],
  success: { status: 204, body: t.undefined, example: null },
  run: (engine, { caller, params }) => engine.endOwnSession(caller, params),
  reply: () => ({ body: undefined }),
});
