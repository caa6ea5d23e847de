import test from 'ava';
import fc from 'fast-check';
import { DAY } from '../../kernel/values/time.js';
import {
  FAILING_MAX,
  stepEndpoint,
  type EndpointCommand,
  type EndpointState,
} from './endpoint-machine.js';

const NOW = Date.UTC(2030, 0, 15);
const enabled: EndpointState = { status: 'enabled' };
const heard = (taken: number, failed: number, at = NOW, gone = false): EndpointCommand => ({
  type: 'heard',
  taken,
  failed,
  gone,
  at,
});

test('an endpoint fails from its first failure on, until it takes something', (t) => {
  const failing = stepEndpoint(enabled, heard(0, 3));

  t.deepEqual(failing, { status: 'enabled', failingSince: NOW });
  t.deepEqual(stepEndpoint(failing, heard(0, 1, NOW + DAY)), failing);
  t.deepEqual(stepEndpoint(failing, heard(1, 7, NOW + DAY)), enabled);
  t.is(stepEndpoint(failing, heard(0, 0, NOW + DAY)), failing);
});

test('five days of nothing but failures disable it, and not a moment less', (t) => {
  const failing = stepEndpoint(enabled, heard(0, 1));

  t.deepEqual(stepEndpoint(failing, heard(0, 1, NOW + FAILING_MAX - 1)), failing);
  t.deepEqual(stepEndpoint(failing, heard(0, 1, NOW + 5 * DAY)), {
    status: 'disabled',
    by: 'failing',
    at: NOW + 5 * DAY,
  });
});

test('410 disables it at once, whatever else it took', (t) => {
  t.deepEqual(stepEndpoint(enabled, heard(5, 1, NOW, true)), {
    status: 'disabled',
    by: 'gone',
    at: NOW,
  });
});

test('a person disables and enables it, and it begins anew', (t) => {
  const off = stepEndpoint(
    { status: 'enabled', failingSince: NOW },
    { type: 'disable', at: NOW + 1 },
  );

  t.deepEqual(off, { status: 'disabled', by: 'person', at: NOW + 1 });
  t.is(stepEndpoint(off, { type: 'disable', at: NOW + 2 }), off);
  t.deepEqual(stepEndpoint(off, { type: 'enable' }), enabled);
  t.is(stepEndpoint(enabled, { type: 'enable' }), enabled);
});

test('what comes in after it was disabled changes nothing', (t) => {
  const off: EndpointState = { status: 'disabled', by: 'gone', at: NOW };

  t.is(stepEndpoint(off, heard(9, 0)), off);
  t.is(stepEndpoint(off, heard(0, 9, NOW + 9 * DAY)), off);
});

test('nothing but a 410, five days of failures or a person ever disables it', (t) => {
  const command: fc.Arbitrary<EndpointCommand> = fc.record({
    type: fc.constant('heard' as const),
    taken: fc.nat({ max: 3 }),
    failed: fc.nat({ max: 3 }),
    gone: fc.constant(false),
    at: fc.integer({ min: NOW, max: NOW + FAILING_MAX - 1 }),
  });
  fc.assert(
    fc.property(
      fc.array(command),
      (commands) => commands.reduce(stepEndpoint, enabled).status === 'enabled',
    ),
  );
  t.pass();
});
