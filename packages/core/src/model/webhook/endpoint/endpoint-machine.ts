import type { Command, Machine } from '../../../kernel/values/machine.js';
import { E } from '../../../kernel/fp.js';
import { DAY, type EpochMs } from '../../../kernel/values/time.js';

/** Why nothing is sent to an endpoint: it said 410, it failed for five days, or a person wants it so. */
export type DisabledBy = 'gone' | 'failing' | 'person';

/** Whether an endpoint is sent to. */
export type EndpointState =
  | {
      readonly status: 'enabled';
      /** Since when it has done nothing but fail; absent when its last attempts did not all fail. */
      readonly failingSince?: EpochMs;
    }
  | { readonly status: 'disabled'; readonly by: DisabledBy; readonly at: EpochMs };

export type EndpointCommand = Command &
  (
    | {
        /** Some attempts were made. */
        readonly type: 'attempted';
        readonly taken: number;
        readonly failed: number;
        /** Whether any of them was answered with 410. */
        readonly gone: boolean;
      }
    | { readonly type: 'enable' | 'disable' }
  );

/** How long an endpoint may do nothing but fail. */
export const FAILING_MAX = 5 * DAY;

/**
 * | from     | command                                            | to                 |
 * |----------|----------------------------------------------------|--------------------|
 * | enabled  | attempted: 410                                     | disabled (gone)    |
 * | enabled  | attempted: any taken                               | enabled            |
 * | enabled  | attempted: all failed, for less than five days     | enabled, failing   |
 * | enabled  | attempted: all failed, for five days or more       | disabled (failing) |
 * | enabled  | disable                                            | disabled (person)  |
 * | disabled | enable                                             | enabled            |
 * | any      | anything else                                      | the same           |
 *
 * A disabled endpoint keeps its queue: what was not sent is sent once it is enabled again.
 */
export const stepEndpoint: Machine<EndpointState, EndpointCommand, never> = (state, command) =>
  E.right(after(state, command));

const after = (state: EndpointState, command: EndpointCommand): EndpointState => {
  switch (command.type) {
    case 'enable':
      return state.status === 'disabled' ? { status: 'enabled' } : state;
    case 'disable':
      return state.status === 'enabled'
        ? { status: 'disabled', by: 'person', at: command.at }
        : state;
    case 'attempted':
      return state.status === 'enabled' ? afterAttempts(state, command) : state;
  }
};

const afterAttempts = (
  state: Extract<EndpointState, { readonly status: 'enabled' }>,
  { taken, failed, gone, at }: Extract<EndpointCommand, { readonly type: 'attempted' }>,
): EndpointState => {
  if (gone) return { status: 'disabled', by: 'gone', at };
  if (taken > 0) return { status: 'enabled' };
  if (failed === 0) return state;
  const failingSince = state.failingSince ?? at;
  return at - failingSince >= FAILING_MAX
    ? { status: 'disabled', by: 'failing', at }
    : { status: 'enabled', failingSince };
};
