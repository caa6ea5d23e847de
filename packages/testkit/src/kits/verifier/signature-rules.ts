import type { Rule } from '../check/check.js';
import { deliveryOf, secretOf, SECRETS } from '../../kit/webhook/conformance-deliveries.js';
import type { VerifierUnderTest } from './verifier-under-test.js';
import { GENUINE, PAID, webhookRule, withHeaders, type WebhookClaim } from './webhook-trial.js';

const BY_SPACES = 'SignedHeaders.webhook-signature: One `v1,<base64>` for each key, by spaces.';
const ROTATED = 'verifyWebhook: While a secret is rotated, give the old one and the new one.';
const HOLDER =
  'VerifiedWebhook: A delivery that the holder of a secret has signed, within the tolerance.';

const { own, next, foreign } = SECRETS;

/** Its base64 is made of `+` and `/`, as a part of nearly every secret is. */
const SLASHED = secretOf(0xff);
const PLUSSED = secretOf(0xfb);

const RIGHT = GENUINE.delivery.headers['webhook-signature'] ?? '';
const BASE64 = RIGHT.slice('v1,'.length);

const signedBy = (
  what: string,
  secrets: ReadonlyArray<string>,
  knows: ReadonlyArray<string> = [own],
): WebhookClaim => ({ what, delivery: deliveryOf(PAID, { secrets }), secrets: knows });

const signedAs = (what: string, signature: string): WebhookClaim => ({
  what,
  delivery: withHeaders(GENUINE.delivery, { 'webhook-signature': signature }),
});

/** Rules about the secrets of sender and receiver. */
const secretRules: ReadonlyArray<Rule<VerifierUnderTest>> = [
  webhookRule(
    'a secret is read as base64, with + and / in it',
    'writeSecret: A signing secret as Standard Webhooks writes it: `whsec_` and the key in base64.',
    () => ({
      genuine: [
        signedBy('a secret with / in it', [SLASHED], [SLASHED]),
        signedBy('a secret with + in it', [PLUSSED], [PLUSSED]),
      ],
    }),
  ),
  webhookRule('a delivery that was signed with other secrets is not believed', HOLDER, () => ({
    genuine: [GENUINE],
    forged: [
      signedBy('a delivery of another secret', [foreign]),
      signedBy('a delivery of two other secrets', [foreign, next]),
      signedBy('a delivery of a third secret', [foreign], [own, next]),
    ],
  })),
  webhookRule(
    'of several signatures one that is right is enough, wherever it stands',
    BY_SPACES,
    () => ({
      genuine: [
        signedBy('a right signature before another', [own, next]),
        signedBy('a right signature behind another', [next, own]),
        signedBy('a right signature between others', [next, own, foreign]),
      ],
    }),
  ),
  webhookRule('a receiver that knows two secrets believes a delivery of either', ROTATED, () => ({
    genuine: [
      signedBy('a delivery of the old secret', [own], [own, next]),
      signedBy('a delivery of the new secret', [next], [own, next]),
      signedBy('a delivery of both', [next, own], [own, next]),
    ],
  })),
];

/** Rules about the header of the signatures. */
const headerRules: ReadonlyArray<Rule<VerifierUnderTest>> = [
  webhookRule('a right signature is believed beside one of an unknown version', BY_SPACES, () => ({
    genuine: [
      signedAs('a right signature behind one of version v2', `v2,${BASE64} ${RIGHT}`),
      signedAs('a right signature before one of version v1a', `${RIGHT} v1a,c2lnbmVk`),
    ],
  })),
  webhookRule(
    'a signature of an unknown version is not believed, even if its bytes are right',
    BY_SPACES,
    () => ({
      genuine: [GENUINE],
      forged: [
        signedAs('a signature of version v2', `v2,${BASE64}`),
        signedAs('a signature of version v1a', `v1a,${BASE64}`),
        signedAs('a signature of an empty version', `,${BASE64}`),
        signedAs('a signature of no version', BASE64),
      ],
    }),
  ),
  webhookRule(
    'a signature that is empty, cut short or of other bytes is not believed',
    BY_SPACES,
    () => ({
      genuine: [GENUINE],
      forged: [
        ...['v1,', 'v1', ',', ' '].map((empty) => signedAs('an empty signature', empty)),
        signedAs('a signature that was cut short', RIGHT.slice(0, 'v1,'.length + 8)),
        signedAs('a signature of zeros', `v1,${'A'.repeat(43)}=`),
      ],
    }),
  ),
];

/** Who has signed a delivery, and how the signatures are written. */
export const signatureRules = [...secretRules, ...headerRules];
