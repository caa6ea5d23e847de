import test from 'ava';
import * as io from 'io-ts';
import { recipe, token } from '../token.js';
import { UserId } from '../values/ids.js';
import { noteSubjects, subjectsOf, useCaseOf } from './subject.js';
import {
  callersListUseCase,
  callersUseCase,
  listUseCase,
  openUseCase,
  useCase,
} from './use-case.js';

const TENANT = { bankTenantId: 'bank', corporateTenantId: 'acme' };
const Input = io.strict({ actorUserId: UserId, transactionId: UserId });
const INPUT = { actorUserId: 'u-1', transactionId: 'p-1' };

type Called = (caller: unknown, input: unknown) => Promise<unknown>;

/** What an error that is thrown within says, once it has come out of a use case. */
const cameOut = async (make: (run: () => Promise<never>) => unknown, error: Error) => {
  const EndPayout = token<unknown>('EndPayout');
  const endPayout = recipe(EndPayout, {}, () => make(() => Promise.reject(error)))({});
  const out = await (endPayout as Called)(TENANT, INPUT).catch((one: unknown) => one);
  return { isSame: out === error, useCase: useCaseOf(out), subjects: subjectsOf(out) };
};

test('an error comes out of a use case as it is, and says which one that is and what it was asked about', async (t) => {
  const makes: ReadonlyArray<(run: () => Promise<never>) => unknown> = [
    (run) => useCase(Input, run),
    (run) => listUseCase(Input, run),
    (run) => callersUseCase(Input, run),
    (run) => callersListUseCase(Input, run),
  ];
  for (const make of makes)
    t.deepEqual(await cameOut(make, new TypeError('no such column')), {
      isSame: true,
      useCase: 'endPayout',
      subjects: [{ tenant: TENANT, subjectId: 'p-1' }],
    } as never);
  const open = openUseCase(Input, () => Promise.reject(new Error('away')));
  const endPayout = recipe(token<typeof open>('EndPayout'), {}, () => open)({});
  const error: unknown = await t.throwsAsync(endPayout(INPUT));
  t.is(useCaseOf(error), 'endPayout');
  t.deepEqual(subjectsOf(error), [{ subjectId: 'p-1' }]);
});

test('what is noted closest to the fault stays', async (t) => {
  const error = new Error('broken');
  noteSubjects(error, [{ subjectId: 'job-1' }]);
  const { subjects } = await cameOut((run) => useCase(Input, run), error);
  t.deepEqual(subjects, [{ subjectId: 'job-1' }]);
});

test('what is thrown and is no object comes out all the same', async (t) => {
  const said = await cameOut((run) => useCase(Input, run), 'broken' as never);
  t.deepEqual(said, { isSame: true, useCase: undefined, subjects: [] });
});
