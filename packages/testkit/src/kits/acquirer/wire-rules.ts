import type { CardAcquirer } from '@hundi/core';
import type { CardCharge, ChargeQueryAnswer, ReversalAnswer } from '@hundi/core/acquirer';
import { expecting, type Rule } from '../check/check.js';
import { needing } from '../check/needs.js';
import {
  breaks,
  during,
  givesUpWithin,
  misbehaving,
  WIRE_FAULTS,
  type WireFault,
} from '../check/wire.js';
import type { AcquirerUnderTest } from './acquirer-under-test.js';
import {
  approvedCharge,
  BOOKS,
  charging,
  expectKind,
  expectTaken,
  newCharge,
  querying,
  reversing,
  shownCall,
  type Called,
} from './trial.js';

const ACQUIRER = 'an acquirer';

type Call = 'charge' | 'query' | 'reverse';

const NEVER: Readonly<Record<Call, string>> = {
  charge: 'declined',
  query: 'absent or declined',
  reverse: 'reversed',
};

const call = (
  name: Call,
  under: AcquirerUnderTest,
  acquirer: CardAcquirer,
  charge: CardCharge,
): Promise<Called<ChargeQueryAnswer | ReversalAnswer>> => {
  if (name === 'charge') return charging(acquirer, charge, under.approves);
  return name === 'query' ? querying(acquirer, charge) : reversing(acquirer, charge);
};

const unknown = (name: Call, fault: WireFault): Rule<AcquirerUnderTest> => ({
  sentence: `${name} answers unknown, and never ${NEVER[name]}, for ${misbehaving(ACQUIRER, fault)}`,
  port: 'ChargeUnknown: The outcome is unknown: no answer, an unclear answer or a time-out. Never a reason to call an attempt declined.',
  needs: breaks(ACQUIRER, fault),
  run: async (under) => {
    const acquirer = under.acquirer();
    const charge = name === 'charge' ? newCharge(under) : await approvedCharge(under, acquirer);
    const called = await during(under, fault, () => call(name, under, acquirer, charge));
    expecting(
      called.rejected !== undefined || called.answer?.kind === 'unknown',
      'unknown, or a rejection',
      shownCall(called),
    );
  },
});

const inTime = (name: Call): Rule<AcquirerUnderTest> => ({
  sentence: `${name} gives up in time on an acquirer that answers too slowly`,
  port: 'CardAcquirer: Adapters give up well within the lease (10 s) and answer `unknown`',
  needs: breaks(ACQUIRER, 'answers_slowly'),
  run: async (under) => {
    const acquirer = under.acquirer();
    const charge = name === 'charge' ? newCharge(under) : await approvedCharge(under, acquirer);
    const { ms } = await during(under, 'answers_slowly', () => call(name, under, acquirer, charge));
    const limit = givesUpWithin(under);
    expecting(
      ms <= limit,
      `an end of the call within ${String(limit)} ms`,
      `an end after ${ms.toFixed(0)} ms`,
    );
  },
});

const CALLS = ['charge', 'query', 'reverse'] as const;

/** What an acquirer's adapter answers when the acquirer, or the way to it, is broken. */
export const wireRules: ReadonlyArray<Rule<AcquirerUnderTest>> = [
  ...CALLS.flatMap((name) => WIRE_FAULTS.map((fault) => unknown(name, fault))),
  ...CALLS.map(inTime),
  {
    sentence: 'a charge whose answer was lost is found by a query, and took the money once',
    port: 'CardCharge: Two charges with the same `chargeRef` are the same charge.',
    needs: needing(BOOKS, breaks(ACQUIRER, 'cuts_connections')),
    run: async (under) => {
      const acquirer = under.acquirer();
      const charge = newCharge(under);
      await during(under, 'cuts_connections', () => charging(acquirer, charge, under.approves));
      const queried = await querying(acquirer, charge);
      expectKind(queried, 'approved', 'absent');
      const isTaken = queried.answer?.kind === 'approved';
      await expectTaken(under, charge, isTaken ? charge.amount : 0);
    },
  },
];
