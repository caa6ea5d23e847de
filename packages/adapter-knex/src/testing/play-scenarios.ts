import type { Storage } from '@hundi/core/storage';
import { callsOn, scenarios, type Scenario } from '@hundi/testkit/scenarios';
import type { ExecutionContext, TestFn } from 'ava';

/** Makes a database of a scenario's own. */
type Fresh = () => Promise<{ readonly storage: Storage; readonly close: () => Promise<void> }>;

const PATIENCE_MS = 600_000;

/** Plays a scenario on a database of its own. One that is not over in time fails, and disturbs those after it. */
export const playing =
  (fresh: Fresh, run: Scenario['run'], patienceMs = PATIENCE_MS) =>
  async (t: ExecutionContext): Promise<void> => {
    const { storage, close } = await fresh();
    t.teardown(close);
    t.timeout(patienceMs);
    await run(storage);
    t.pass();
  };

/**
 * Every scenario is played in memory. A database plays those that ask the store, and all of them with
 * `HUNDI_TEST_SCENARIOS=every`, as `npm run prove` does. That a database keeps every field of every record, and answers
 * as the memory does, is the contract's to prove.
 */
const asksTheStore = ({ asksStore }: Scenario): boolean =>
  asksStore === true || process.env['HUNDI_TEST_SCENARIOS'] === 'every';

/**
 * Plays the scenarios that ask the store on fresh databases, one after another, and requires that they call every use
 * case. Without databases they are skipped.
 */
export const playScenarios = (
  test: TestFn,
  name: string,
  fresh: Fresh | undefined,
  patienceMs = PATIENCE_MS,
): void => {
  const called = new Map<string, number>();
  const noting = (run: Scenario['run']) => async (storage: Storage) => {
    await run(storage);
    for (const [useCase, times] of callsOn(storage))
      called.set(useCase, (called.get(useCase) ?? 0) + times);
  };
  for (const { title, run } of scenarios.filter(asksTheStore))
    if (fresh === undefined) test.skip(`${name}: ${title}`, () => undefined);
    else test.serial(`${name}: ${title}`, playing(fresh, noting(run), patienceMs));

  const everyUseCase = `${name}: the scenarios that ask the store call every use case`;
  if (fresh === undefined) test.skip(everyUseCase, () => undefined);
  else
    test.serial(everyUseCase, (t) => {
      t.true(called.size > 0);
      t.deepEqual(
        [...called].flatMap(([useCase, times]) => (times === 0 ? [useCase] : [])),
        [],
      );
    });
};
