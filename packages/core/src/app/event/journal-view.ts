import * as t from 'io-ts';
import { about, documented } from '../../kernel/codecs/documented.js';
import { oneOf } from '../../kernel/codecs/one-of.js';
import { describedRecord } from '../../kernel/codecs/record.js';
import { EpochMs } from '../../kernel/values/time.js';
import { Via } from '../../kernel/values/via.js';
import { Whole } from '../../kernel/values/whole.js';
import { SUBJECT_KINDS, type JournalEntry } from '../../model/journal/entry/entry.js';
import type { Incident } from '../../model/journal/entry/incident.js';
import { INCIDENT_KINDS } from '../../model/journal/entry/incident-kind.js';

/** One change of state as the audit trail shows it. */
export const JournalRecord = describedRecord(
  'JournalRecord',
  'One change of state: who, what, from, to, when.',
  {
    subjectKind: oneOf(SUBJECT_KINDS, 'SubjectKind'),
    subjectId: t.string,
    sequence: about(Whole, 'The number of the entry for its subject: 1, 2, 3 …'),
    to: about(t.string, 'The state of the subject after the change.'),
    at: EpochMs,
    actor: about(
      t.string,
      'Who made the change: the id of a user, the name of an internal component, or "operator" and the name of a person of the bank.',
    ),
    changes: documented(t.record(t.string, t.unknown), {
      type: 'object',
      description: 'The values that the change set.',
    }),
  },
  {
    actorName: about(t.string, 'The name of the actor, if it is a user.'),
    from: about(t.string, 'The state before the change; absent in the first entry.'),
    via: Via,
  },
);
export type JournalRecord = t.TypeOf<typeof JournalRecord>;

export const journalRecord = ({ tenant: _, ...entry }: JournalEntry): JournalRecord => entry;

/** Something that a person should look at, as operators see it. */
export const IncidentRecord = describedRecord(
  'IncidentRecord',
  'Something that needs the attention of a person.',
  {
    kind: oneOf(INCIDENT_KINDS, 'IncidentKind'),
    subjectId: about(t.string, 'The id of the payout, job or order concerned.'),
    at: EpochMs,
    detail: t.string,
  },
);
export type IncidentRecord = t.TypeOf<typeof IncidentRecord>;

export const incidentRecord = ({ tenant: _, ...incident }: Incident): IncidentRecord => incident;
