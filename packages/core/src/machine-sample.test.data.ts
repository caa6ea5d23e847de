import type { Command, Machine } from './kernel/values/machine.js';

/** A machine with states and commands to try it on. Commands have no moment: the test gives each of them many. */
export interface Sample {
  readonly name: string;
  readonly step: Machine<unknown, Command, unknown, unknown>;
  readonly states: ReadonlyArray<unknown>;
  readonly commands: ReadonlyArray<object>;
}

/** A machine on the list. */
export const sample = <S, C extends Command>(
  name: string,
  step: Machine<S, C, unknown, unknown>,
  states: ReadonlyArray<S>,
  commands: ReadonlyArray<object>,
): Sample => ({
  name,
  step: (state, command) => step(state as S, command as C),
  states,
  commands,
});

/** One command of each type, with its values: a type that is missing does not compile. */
export const each = <T extends string>(
  values: Readonly<Record<T, object | ReadonlyArray<object>>>,
) =>
  Object.entries<object | ReadonlyArray<object>>(values).flatMap(([type, some]) =>
    [some].flat().map((one: object) => ({ type, ...one })),
  );

/** One state for each status: a status that is missing does not compile. */
export const inEach = <T extends string>(statuses: Readonly<Record<T, null>>): ReadonlyArray<T> =>
  Object.keys(statuses) as T[];
