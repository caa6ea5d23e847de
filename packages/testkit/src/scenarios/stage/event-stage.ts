import assert from 'node:assert/strict';
import type { Storage, Tenant } from '@hundi/core';
import { verifyJournals } from '@hundi/core/operator';
import type { SealedEvent } from '@hundi/core/wire';
import type { Stage } from './stage.js';

/** An event's body as a receiver reads it. */
export interface ReadEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly sequence: number;
  readonly data: {
    readonly object: Readonly<Record<string, unknown>>;
    readonly previousStatus?: string;
  };
}

const EVENTS_MAX = 100_000;

/** Every sealed event of a corporate. */
export const sealedEvents = (
  { storage, tenant }: Pick<Stage, 'storage' | 'tenant'>,
  of: Tenant = tenant,
): Promise<ReadonlyArray<SealedEvent>> =>
  storage.read(({ events }) => events.after(of, 0, EVENTS_MAX));

/** The bodies of all events about one subject, in the order of the feed. */
export const eventsAbout = async (
  stage: Pick<Stage, 'storage' | 'tenant'>,
  subject: string,
): Promise<ReadonlyArray<ReadEvent>> =>
  (await sealedEvents(stage))
    .map(({ body }) => JSON.parse(body) as ReadEvent)
    .filter(({ data: { object } }) =>
      ['transactionId', 'jobId', 'beneficiaryId'].some(
        (key) =>
          key in object &&
          object[key] === subject &&
          !(key === 'jobId' && 'transactionId' in object),
      ),
    );

/** Every journal is sealed to its last entry, and its chain holds. */
export const allSealed = async (storage: Storage): Promise<void> => {
  let journals = 0;
  for await (const { chain, notSealed } of verifyJournals(storage)) {
    assert.deepEqual([chain.holds, notSealed], [true, 0], JSON.stringify(chain));
    journals += 1;
  }
  assert.ok(journals > 0, 'there is a journal');
};

/** Runs some of the duties until they have nothing to do, as if the others were slow. */
export const runOnly = async (stage: Stage, ...names: ReadonlyArray<string>): Promise<void> => {
  const duties = stage.engine.duties.filter(({ name }) => names.includes(name));
  assert.equal(duties.length, names.length);
  for (let worked = 1; worked > 0;) {
    worked = 0;
    for (const duty of duties) worked += await duty.run();
  }
};
