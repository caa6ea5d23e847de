import assert from 'node:assert/strict';
import type { Activity, Hundi, Storage, Stores, Subject } from '@hundi/core';

/** A text in the message of every error here, which must not appear in any stored record. */
export const VALUE = 'account 50200011112222';

export const broken = (): TypeError => new TypeError(`cannot read ${VALUE}`);

/** A storage one method of which throws, in reads and in units of work. */
export const failing = <S extends keyof Stores>(
  storage: Storage,
  store: S,
  method: keyof Stores[S],
): Storage => {
  const broke = (stores: Stores): Stores => ({
    ...stores,
    [store]: {
      ...stores[store],
      [method]: () => {
        throw broken();
      },
    },
  });
  return {
    read: (work) => storage.read((stores) => work(broke(stores))),
    atomically: (work) => storage.atomically((stores) => work(broke(stores))),
  };
};

/** One cause, as an observer is given it. */
export interface Cause {
  readonly activity: Activity;
  readonly error: unknown;
  readonly incidentId: string;
  readonly subjects: ReadonlyArray<Subject>;
}

/** The causes that an engine reports from here on. */
export const causesOf = (engine: Pick<Hundi, 'watch'>): ReadonlyArray<Cause> => {
  const causes: Cause[] = [];
  engine.watch((activity, error, facts) => causes.push({ activity, error, ...facts }));
  return causes;
};

/** That a cause was reported as what it is: the error itself, and what it was about. */
export const assertCause = (
  causes: ReadonlyArray<Cause>,
  activity: Activity,
  subjectIds: ReadonlyArray<string>,
): Cause => {
  const found = causes.find((cause) => cause.activity === activity);
  assert.ok(found !== undefined, `${activity} reported nothing`);
  assert.ok(found.error instanceof TypeError && found.error.message.includes(VALUE));
  const about = found.subjects.map(({ subjectId }) => subjectId);
  assert.deepEqual([...about].sort(), [...subjectIds].sort());
  return found;
};
