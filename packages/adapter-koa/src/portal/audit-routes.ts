import { IncidentRecord, JournalQuery, JournalRecord } from '@hundi/core';
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
      'Lists changes of state, newest first: all of the corporate for holders of `operations.view`, those of the payouts that their roles reach for others.',
  },
  params: {},
  query: { ...JournalQuery, ...cursorQuery(50, 100) },
  headers: {},
  refusals: ['ActorNotFound', 'NotAJournalReader', 'InvalidCursor'],
  success: { status: 200, body: cursorAnswer('JournalPage', JournalRecord), example: journalPage },
  run: (engine, { caller, query: { limit, after, subject } }) =>
    engine.listJournal(caller.tenant, {
      userId: caller.userId,
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
    summary: 'List what a person should look at',
    description:
      'Unknown outcomes, contradictions and failed jobs of the corporate, newest first, for holders of `operations.view`.',
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
      userId: caller.userId,
      limit,
      ...(after !== undefined && { after }),
    }),
  reply: cursorPageOf,
});
