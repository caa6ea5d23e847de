import test from 'ava';
import { portalRoutes } from '../portal/portal-routes.js';
import { REFUSALS } from '../examples/refusals.js';
import { PROBLEM_TYPES } from '../problem/problem-types.js';
import { toProblem } from '../problem/problem.js';
import { EVENT_OF_CALL, eventOfRefusal } from './event-of.js';

const calls = new Map(portalRoutes.map((route) => [route.about.operationId, route]));

/** Changes of what a corporate pays and collects: the journal has them, and they change no rights. */
const BUSINESS = new Set([
  'decidePayouts',
  'decideJob',
  'askApprovalFactor',
  'cancelTransaction',
  'cancelJob',
  'acceptBatch',
  'authorizeBeneficiary',
  'changeBeneficiary',
  'createBeneficiary',
  'deactivateBeneficiary',
  'createPaymentLink',
  'resendPaymentLink',
  'cancelPaymentLink',
  'testWebhookEndpoint',
  'replayWebhooks',
  // They change nothing.
  'previewApprovalPolicy',
  'previewBatch',
]);

for (const name of Object.keys(EVENT_OF_CALL)) {
  test(`${name} is a call of the portal`, (t) => {
    t.true(calls.has(name));
  });
}

test('every change in the portal is a security event, or known to be business', (t) => {
  const changes = [...calls.values()].filter(({ method }) => method !== 'GET');
  const unknown = changes
    .map(({ about }) => about.operationId)
    .filter((name) => EVENT_OF_CALL[name] === undefined && !BUSINESS.has(name));

  t.deepEqual(unknown, [], 'name them in EVENT_OF_CALL, or in BUSINESS');
});

test('a missing permission and an unknown user are security events, with any refusal', (t) => {
  for (const refusal of Object.values(REFUSALS)) {
    const { status } = PROBLEM_TYPES[toProblem(refusal).type];
    if ([401, 403, 413, 415, 429].includes(status))
      t.not(eventOfRefusal(refusal), undefined, refusal._tag);
  }
});
