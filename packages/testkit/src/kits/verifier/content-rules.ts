import type { Rule } from '../check/check.js';
import {
  deliveryOf,
  NOW,
  signedDelivery,
  type ReceiverDelivery,
} from '../../kit/webhook/conformance-deliveries.js';
import { NO_TIMES, toleranceOf } from './trial.js';
import type { VerifierUnderTest } from './verifier-under-test.js';
import { GENUINE, PAID, webhookRule, withHeaders, type WebhookClaim } from './webhook-trial.js';

const RAW =
  'verifyWebhook: Checks that a webhook delivery is genuine and fresh, as Standard Webhooks asks: over the raw body, byte for byte, and in constant time.';
const SIGNED = 'signatureOf: The signature of one key over id, moment and body, byte for byte.';
const CARRIED = 'SignedHeaders: The headers that a signed delivery carries (Standard Webhooks).';
const SECONDS = 'SignedHeaders.webhook-timestamp: Epoch seconds of the attempt.';
const FRESH =
  'VerifyOptions.toleranceSeconds: How far the time of the attempt may be from `now`. More than 0: without it a delivery could be replayed for ever.';

const SECOND = 1_000;
const DAY = 86_400_000;
const BIG = 262_144;

const TEXT = JSON.stringify(PAID);

const payoutWith = (members: object): ReceiverDelivery =>
  deliveryOf({ ...PAID, data: { object: { ...PAID.data.object, ...members } } });

const FOREIGN = payoutWith({ beneficiaryName: 'शर्मा स्टील, é ﬀ 日本 💶' });

/** As no program writes it that has parsed it: indented, with an escape, a number with a fraction, and a last line. */
const SPACED = signedDelivery(
  PAID.id,
  `${JSON.stringify(PAID, null, '\t').replace('"paid"', '"p\\u0061id"').replace(': 3', ' : 3.0')}\r\n`,
);

/** The genuine delivery over other bytes. */
const over = (body: Uint8Array): ReceiverDelivery => ({ ...GENUINE.delivery, body });

const flipped = (at: number): WebhookClaim => {
  const body = Uint8Array.from(GENUINE.delivery.body);
  body[at] = (body[at] ?? 0) ^ 1;
  return { what: `a body whose byte ${String(at)} was changed`, delivery: over(body) };
};

const retold = (what: string, text: string): WebhookClaim => ({
  what,
  delivery: over(new TextEncoder().encode(text)),
});

const changedBodies = (): ReadonlyArray<WebhookClaim> => [
  ...[...GENUINE.delivery.body.keys()].map(flipped),
  retold('another body', TEXT.replaceAll('paid', 'fail')),
  retold('a body that was cut short', TEXT.slice(0, -1)),
  retold('a body with a line behind it', `${TEXT}\n`),
  retold('a body that was written again with spaces', JSON.stringify(PAID, null, 2)),
  retold('no body', ''),
];

/** Rules about the body. */
const bodyRules: ReadonlyArray<Rule<VerifierUnderTest>> = [
  webhookRule(
    'a delivery that was signed with the secret is believed',
    'VerifiedWebhook: A delivery that the holder of a secret has signed, within the tolerance.',
    () => ({ genuine: [GENUINE] }),
  ),
  webhookRule('a body with letters outside ASCII is believed', RAW, () => ({
    genuine: [{ what: 'a body with letters outside ASCII', delivery: FOREIGN }],
  })),
  webhookRule('a body counts as it came, with its whitespace and escapes', RAW, () => ({
    genuine: [{ what: 'a body with whitespace and escapes', delivery: SPACED }],
  })),
  webhookRule('a body of 256 KB is believed', RAW, () => ({
    genuine: [{ what: 'a body of 256 KB', delivery: payoutWith({ note: 'x'.repeat(BIG) }) }],
  })),
  webhookRule('a body that was changed anywhere is not believed', SIGNED, () => ({
    genuine: [GENUINE],
    forged: changedBodies(),
  })),
];

const claimed = (what: string, changes: Parameters<typeof withHeaders>[1]): WebhookClaim => ({
  what,
  delivery: withHeaders(GENUINE.delivery, changes),
});

/** Deliveries whose header is left out after it was signed as code reads it that does not look whether it is there. */
const SIGNED_AS_MISSING = {
  'webhook-id': ['', 'undefined', 'null'].map((id) => signedDelivery(id, TEXT)),
  'webhook-timestamp': [deliveryOf(PAID, { at: Number.NaN })],
  'webhook-signature': [],
} as const;

const missing = (name: keyof typeof SIGNED_AS_MISSING): ReadonlyArray<WebhookClaim> =>
  [GENUINE.delivery, ...SIGNED_AS_MISSING[name]].flatMap((delivery) => [
    { what: `a delivery without ${name}`, delivery: withHeaders(delivery, { [name]: undefined }) },
    { what: `a delivery with an empty ${name}`, delivery: withHeaders(delivery, { [name]: '' }) },
  ]);

const recased = (change: (name: string) => string): ReceiverDelivery => ({
  ...GENUINE.delivery,
  headers: Object.fromEntries(
    Object.entries(GENUINE.delivery.headers).map(([name, value]) => [change(name), value]),
  ),
});

/** Rules about the headers, but for the signature itself. */
const headerRules: ReadonlyArray<Rule<VerifierUnderTest>> = [
  webhookRule('a delivery whose id was changed is not believed', SIGNED, () => ({
    genuine: [GENUINE],
    forged: ['evt_other', `${PAID.id}2`, PAID.id.slice(0, -1)].map((id) =>
      claimed('a delivery with another id', { 'webhook-id': id }),
    ),
  })),
  webhookRule('a delivery whose timestamp was changed is not believed', SIGNED, () => ({
    genuine: [GENUINE],
    forged: [-1, 1].map((seconds) =>
      claimed('a delivery with another timestamp', {
        'webhook-timestamp': String(NOW / SECOND + seconds),
      }),
    ),
  })),
  ...(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const).map((name) =>
    webhookRule(`a delivery without ${name} is not believed`, CARRIED, () => ({
      genuine: [GENUINE],
      forged: missing(name),
    })),
  ),
  webhookRule(
    'the names of headers count in any case',
    'ReceivedHeaders: Headers as servers give them: names in any case, one value or several.',
    () => ({
      genuine: [
        {
          what: 'headers in capitals',
          delivery: recased((name) => name.toUpperCase()),
        },
        {
          what: 'headers with initial capitals',
          delivery: recased((name) => name.replaceAll(/\b[a-z]/g, (one) => one.toUpperCase())),
        },
      ],
    }),
  ),
];

const sentAt = (what: string, at: number): WebhookClaim => ({
  what,
  delivery: deliveryOf(PAID, { at }),
});

/** Rules about the moment of a delivery. */
const freshnessRules: ReadonlyArray<Rule<VerifierUnderTest>> = [
  webhookRule(
    'a delivery within the tolerance is believed, before and after now',
    FRESH,
    (under) => ({
      genuine: [
        sentAt('a delivery just within the tolerance', NOW - toleranceOf(under) + SECOND),
        sentAt('a delivery of a clock that is ahead', NOW + toleranceOf(under) - SECOND),
      ],
    }),
  ),
  webhookRule('a delivery that is older than the tolerance is not believed', FRESH, (under) => ({
    genuine: [GENUINE],
    forged: [SECOND, DAY].map((ms) => sentAt('an old delivery', NOW - toleranceOf(under) - ms)),
  })),
  webhookRule('a delivery further ahead than the tolerance is not believed', FRESH, (under) => ({
    genuine: [GENUINE],
    forged: [SECOND, DAY].map((ms) =>
      sentAt('a delivery of the future', NOW + toleranceOf(under) + ms),
    ),
  })),
  webhookRule(
    'a timestamp that is no number is not believed, even if it is signed',
    SECONDS,
    () => ({
      genuine: [GENUINE],
      forged: NO_TIMES.map((at) => sentAt(`a timestamp of ${String(at)}`, at)),
    }),
  ),
];

/** What of a delivery is signed: its body, its id, and its moment. */
export const contentRules = [...bodyRules, ...headerRules, ...freshnessRules];
