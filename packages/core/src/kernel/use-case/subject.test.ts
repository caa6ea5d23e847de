import test from 'ava';
import { noteSubjects, subjectsOf, telling, useCaseOf } from './subject.js';

const TENANT = { bankTenantId: 'bank', corporateTenantId: 'acme' };
const INPUT = { actorUserId: 'u-1', transactionId: 'p-1' };

/** What an error that is thrown within says, once it has come out of a use case that is asked this. */
const cameOut = async (error: unknown, ...asked: ReadonlyArray<unknown>) => {
  const endPayout = telling('endPayout', async () => {
    throw error;
  });
  const out = await endPayout(...asked).catch((one: unknown) => one);
  return { isSame: out === error, useCase: useCaseOf(out), subjects: subjectsOf(out) };
};

test('an error comes out of a use case as it is, and says which one that is and what it was asked about', async (t) => {
  const told = { isSame: true, useCase: 'endPayout' };
  const of = { subjectId: 'p-1' };
  t.deepEqual(await cameOut(new TypeError('no such column'), TENANT, INPUT), {
    ...told,
    subjects: [{ tenant: TENANT, ...of }],
  } as never);
  t.deepEqual(await cameOut(new Error('away'), INPUT), { ...told, subjects: [of] } as never);
  t.deepEqual(await cameOut(new Error('away')), { ...told, subjects: [] });
});

test('of its caller an error says the corporate, and nothing else', async (t) => {
  const { subjects } = await cameOut(new Error('away'), { ...TENANT, username: 'Asha' }, INPUT);
  t.deepEqual(subjects, [{ tenant: TENANT, subjectId: 'p-1' }] as never);
});

test('what is noted closest to the fault stays', async (t) => {
  const error = new Error('broken');
  noteSubjects(error, [{ subjectId: 'job-1' }]);
  await cameOut(error, TENANT, INPUT);
  const asked = telling('askJob', () => Promise.reject(error));
  const out = await t.throwsAsync(asked(TENANT, INPUT));
  t.deepEqual([useCaseOf(out), subjectsOf(out)], ['endPayout', [{ subjectId: 'job-1' }]]);
});

test('what is thrown and is no object comes out all the same', async (t) => {
  const said = await cameOut('broken', TENANT, INPUT);
  t.deepEqual(said, { isSame: true, useCase: undefined, subjects: [] });
});
