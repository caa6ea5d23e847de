import { IncidentRecord, JournalQuery, JournalRecord } from '@hundi/core/wire';
import { incidentPage, journalPage } from '../examples/portal.js';
import { cursorAnswer, cursorPageOf } from '../http/list-answer.js';
import { cursorQuery } from '../http/page-query.js';
import { portalRoute } from '../route/route.js';

export const listJournal = portalRoute({
  method: 'GET',
  path: '/portal/v1/journal',
  about: {
    operationId: 'listJournal',
    tag: 'Audit',
    summary: 'Read the audit trail',
    description:
      'Lists changes of state, newest first. Users with `operations.view` see all of the corporate, other users those of the payouts that their roles permit them to see.',
  },
  params: {},
  query: { ...JournalQuery, ...cursorQuery(50, 100) },
  headers: {},
  refusals: ['ActorNotFound', 'NotAJournalReader', 'InvalidCursor'],
  success: { status: 200, body: cursorAnswer('JournalPage', JournalRecord), example: journalPage },
  run: (engine, { caller, query: { limit, after, subject } }) =>
    engine.listJournal(caller.tenant, {
      actorUserId: caller.userId,
      limit,
      ...(after !== undefined && { after }),
      ...(subject !== undefined && { subject }),
    }),
  reply: cursorPageOf,
});

export const listIncidents = portalRoute({
  method: 'GET',
  path: '/portal/v1/incidents',
  about: {
    operationId: 'listIncidents',
    tag: 'Audit',
    summary: 'List incidents',
    description:
      'Lists incidents: what needs attention by a person, such as unknown outcomes, contradictions and failed jobs, newest first. Requires the permission `operations.view`.',
  },
  params: {},
  query: cursorQuery(50, 100),
  headers: {},
  refusals: ['ActorNotFound', 'NotAnOperationsViewer', 'InvalidCursor'],
  success: {
    status: 200,
    body: cursorAnswer('IncidentPage', IncidentRecord),
    example: incidentPage,
  },
  run: (engine, { caller, query: { limit, after } }) =>
    engine.listIncidents(caller.tenant, {
      actorUserId: caller.userId,
      limit,
      ...(after !== undefined && { after }),
    }),
  reply: cursorPageOf,
});
