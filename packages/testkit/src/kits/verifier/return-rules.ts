import type { ReturnStatus } from '@hundi/core/receiver';
import type { Rule } from '../check/check.js';
import { NOW } from '../../kit/webhook/conformance-deliveries.js';
import { GENUINE, returnRule, signed, type ReturnClaim } from './return-trial.js';
import { NO_TIMES, toleranceOf } from './trial.js';
import type { VerifierUnderTest } from './verifier-under-test.js';

const SIGNED =
  'verifyReturn: reads the query that a customer came back with, and checks that the engine signed it with this secret key (§4.13).';
const REFUSED =
  'ReturnRefused: The query is not one that the engine signed with this key, or it is too old.';
const IN_ORDER =
  'RETURN_PARAMETERS: The parameters of the query, in the order in which they are signed.';
const ONCE = 'verifyReturn: The value of a parameter that is there once.';
const FRESH = "verifyReturn: how far the redirect's clock may be from `now` (epoch ms), either way";
const SECONDS = 'ReturnFacts.timestamp: Epoch seconds.';

const SECOND = 1_000;
const DAY = 86_400_000;
const NOW_SECONDS = NOW / SECOND;

const OTHER_KEY = 'sk_0123456789abcdef_0123456789abcdef0123456789abcdee';
const STATUSES: ReadonlyArray<ReturnStatus> = ['completed', 'failed', 'cancelled', 'expired'];

type Values = ReadonlyArray<[name: string, value: string]>;

const valuesOf = (query: string): Values => [...new URLSearchParams(query)];
const queryOf = (values: Values): string => new URLSearchParams([...values]).toString();

const VALUES = valuesOf(GENUINE.query);
const SIGNATURE = VALUES.at(-1)?.[1] ?? '';

/** The values that each parameter is given after it was signed. */
const OTHERS = {
  session_id: ['cs_00fe', 'cs_00FF'],
  reference: ['ORDER-18', 'order-17', 'ORDER-1'],
  status: ['completed', 'cancelled', 'expired'],
  timestamp: [String(NOW_SECONDS - 1), String(NOW_SECONDS + 1)],
  signature: ['0'.repeat(64), SIGNATURE.slice(0, 8), ''],
} as const;

const NAMES = Object.keys(OTHERS) as ReadonlyArray<keyof typeof OTHERS>;

const changed = (name: keyof typeof OTHERS): ReadonlyArray<ReturnClaim> =>
  OTHERS[name].map((other) => ({
    what: `a query whose ${name} became "${other}"`,
    query: queryOf(VALUES.map(([one, value]) => [one, one === name ? other : value])),
  }));

const lacking = (query: string, name: string): ReturnClaim => ({
  what: `a query without ${name}`,
  query: queryOf(valuesOf(query).filter(([one]) => one !== name)),
});

/** Queries that lack a parameter which was signed as code reads it that does not look whether it is there. */
const SIGNED_AS_MISSING: ReadonlyArray<ReturnClaim> = [
  lacking(signed('', { sessionId: '' }).query, 'session_id'),
  lacking(signed('', { reference: '' }).query, 'reference'),
  lacking(signed('', { status: '' as ReturnStatus }).query, 'status'),
  lacking(signed('', { timestamp: Number.NaN }).query, 'timestamp'),
];

/** Whichever of the two a program reads, one of the queries says what was not signed. */
const doubled = (name: keyof typeof OTHERS): ReadonlyArray<ReturnClaim> => {
  const [other] = OTHERS[name];
  return [
    { what: `a query with another ${name} behind`, query: `${GENUINE.query}&${name}=${other}` },
    { what: `a query with another ${name} before`, query: `${name}=${other}&${GENUINE.query}` },
  ];
};

const returnedAt = (what: string, at: number): ReturnClaim =>
  signed(what, { timestamp: at / SECOND });

/** Rules about queries that are to be believed. */
const genuineRules: ReadonlyArray<Rule<VerifierUnderTest>> = [
  returnRule(
    'a query that was signed with the key is believed, whatever its status',
    SIGNED,
    () => ({
      genuine: [
        GENUINE,
        ...STATUSES.map((status) => signed(`a genuine query of a session ${status}`, { status })),
      ],
    }),
  ),
  returnRule('the values are signed as they are, and not as an address spells them', SIGNED, () => {
    const { what, query } = signed('a reference with a slash', { reference: 'INV/24-25/0017' });
    return {
      genuine: [
        { what, query },
        { what, query: query.replaceAll('%2F', '/') },
      ],
    };
  }),
  returnRule(
    'the parameters are read by name: in any order, with others beside them',
    IN_ORDER,
    () => ({
      genuine: [
        { what: 'a query in another order', query: queryOf(VALUES.toReversed()) },
        { what: 'a query with parameters beside', query: `order=7&${GENUINE.query}&utm=mail` },
      ],
    }),
  ),
  returnRule('a query within the tolerance is believed, before and after now', FRESH, (under) => ({
    genuine: [
      returnedAt('a query just within the tolerance', NOW - toleranceOf(under) + SECOND),
      returnedAt('a query of a clock that is ahead', NOW + toleranceOf(under) - SECOND),
    ],
  })),
];

/** Rules about queries that are not. */
const forgedRules: ReadonlyArray<Rule<VerifierUnderTest>> = [
  ...NAMES.map((name) =>
    returnRule(`a query whose ${name} was changed is not believed`, REFUSED, () => ({
      genuine: [GENUINE],
      forged: changed(name),
    })),
  ),
  returnRule('a query that was signed with another key is not believed', REFUSED, () => ({
    genuine: [GENUINE],
    forged: [signed('a query of another key', {}, OTHER_KEY)],
  })),
  returnRule('a query that lacks a parameter is not believed', ONCE, () => ({
    genuine: [GENUINE],
    forged: [
      ...NAMES.map((name) => lacking(GENUINE.query, name)),
      ...SIGNED_AS_MISSING,
      { what: 'an empty query', query: '' },
    ],
  })),
  returnRule('a query that has a parameter twice is not believed', ONCE, () => ({
    genuine: [GENUINE],
    forged: NAMES.flatMap(doubled),
  })),
  returnRule('a query that is older than the tolerance is not believed', FRESH, (under) => ({
    genuine: [GENUINE],
    forged: [SECOND, DAY].map((ms) => returnedAt('an old query', NOW - toleranceOf(under) - ms)),
  })),
  returnRule('a query further ahead than the tolerance is not believed', FRESH, (under) => ({
    genuine: [GENUINE],
    forged: [SECOND, DAY].map((ms) =>
      returnedAt('a query of the future', NOW + toleranceOf(under) + ms),
    ),
  })),
  returnRule(
    'a time of return that is no number is not believed, even if it is signed',
    SECONDS,
    () => ({
      genuine: [GENUINE],
      forged: NO_TIMES.map((timestamp) =>
        signed(`a timestamp of ${String(timestamp)}`, { timestamp }),
      ),
    }),
  ),
];

/** What a verifier of signed returns believes. */
export const returnRules = [...genuineRules, ...forgedRules];
