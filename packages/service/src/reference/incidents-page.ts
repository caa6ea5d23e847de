import { INCIDENT_GUIDES, type IncidentGuide } from '@hundi/core/wire';
import { code, page } from './markdown.js';

const section = ([kind, { meaning, meanwhile, steps }]: readonly [string, IncidentGuide]): string =>
  [
    `## ${code(kind)}`,
    `**What has happened.** ${meaning}`,
    `**Meanwhile.** ${meanwhile}`,
    steps.map((step, i) => `${String(i + 1)}. ${step}`).join('\n'),
  ].join('\n\n');

/** Every kind of incident, and what to do. */
export const incidentsPage = (): string =>
  page(
    'Incidents',
    'An incident is a problem that a person should look at. Each kind is raised once for a subject. `hundi incidents` lists them for all corporates ([the command line](../command-line.md#hundi-payouts-incidents-and-backlog)), `GET /portal/v1/incidents` for people of one with `operations.view`; `hundi_incidents_last_hour` counts them. If a failure raised an incident, its detail ends with the `incidentId` of the log line.',
    'Never pay a payment of an incident by another way before the bank has said that it did not execute it.',
    ...Object.entries(INCIDENT_GUIDES).map(section),
  );
