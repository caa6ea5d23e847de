import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { DAY } from '../../../kernel/values/time.js';
import {
  FAILING_MAX,
  stepEndpoint,
  type EndpointCommand,
  type EndpointState,
} from './endpoint-machine.js';

const NOW = Date.UTC(2030, 0, 15);
const enabled: EndpointState = { status: 'enabled' };
const attempted = (taken: number, failed: number, at = NOW, gone = false): EndpointCommand => ({
  type: 'attempted',
  taken,
  failed,
  gone,
  at,
});

const after = (state: EndpointState, command: EndpointCommand): EndpointState =>
  E.toUnion(stepEndpoint(state, command));

test('an endpoint counts as failing from its first failure until its next success', (t) => {
  const failing = after(enabled, attempted(0, 3));

  t.deepEqual(failing, { status: 'enabled', failingSince: NOW });
  t.deepEqual(after(failing, attempted(0, 1, NOW + DAY)), failing);
  t.deepEqual(after(failing, attempted(1, 7, NOW + DAY)), enabled);
  t.is(after(failing, attempted(0, 0, NOW + DAY)), failing);
});

test('five days of nothing but failures disable it, and not a moment less', (t) => {
  const failing = after(enabled, attempted(0, 1));

  t.deepEqual(after(failing, attempted(0, 1, NOW + FAILING_MAX - 1)), failing);
  t.deepEqual(after(failing, attempted(0, 1, NOW + 5 * DAY)), {
    status: 'disabled',
    by: 'failing',
    at: NOW + 5 * DAY,
  });
});

test('a 410 disables an endpoint at once, even if it took other events', (t) => {
  t.deepEqual(after(enabled, attempted(5, 1, NOW, true)), {
    status: 'disabled',
    by: 'gone',
    at: NOW,
  });
});

test('an endpoint that a person disables and enables starts without earlier failures', (t) => {
  const off = after({ status: 'enabled', failingSince: NOW }, { type: 'disable', at: NOW + 1 });

  t.deepEqual(off, { status: 'disabled', by: 'person', at: NOW + 1 });
  t.is(after(off, { type: 'disable', at: NOW + 2 }), off);
  t.deepEqual(after(off, { type: 'enable', at: NOW + 3 }), enabled);
  t.is(after(enabled, { type: 'enable', at: NOW + 3 }), enabled);
});

test('answers that arrive after an endpoint was disabled change nothing', (t) => {
  const off: EndpointState = { status: 'disabled', by: 'gone', at: NOW };

  t.is(after(off, attempted(9, 0)), off);
  t.is(after(off, attempted(0, 9, NOW + 9 * DAY)), off);
});

test('nothing but a 410, five days of failures or a person ever disables it', (t) => {
  const command: fc.Arbitrary<EndpointCommand> = fc.record({
    type: fc.constant('attempted' as const),
    taken: fc.nat({ max: 3 }),
    failed: fc.nat({ max: 3 }),
    gone: fc.constant(false),
    at: fc.integer({ min: NOW, max: NOW + FAILING_MAX - 1 }),
  });
  fc.assert(
    fc.property(
      fc.array(command),
      (commands) => commands.reduce(after, enabled).status === 'enabled',
    ),
  );
  t.pass();
});
