import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VerifierUnderTest } from '../kits/verifier/verifier-under-test.js';

type BelievesWebhook = NonNullable<VerifierUnderTest['believesWebhook']>;
type BelievesReturn = NonNullable<VerifierUnderTest['believesReturn']>;
type Delivery = Parameters<BelievesWebhook>[0];

const TOLERANCE_SECONDS = 300;

const isFresh = (timestamp: string, now: number): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS;

const isSame = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** The steps of a verifier of webhooks. A mistake is another step. */
export interface WebhookSteps {
  readonly read: (delivery: Delivery) => Readonly<Record<'id' | 'timestamp' | 'signature', string>>;
  readonly isFresh: (timestamp: string, now: number) => boolean;
  readonly keys: (secrets: ReadonlyArray<string>) => ReadonlyArray<Buffer>;
  readonly bytes: (body: Uint8Array) => string | Uint8Array;
  /** The signatures of the version that it knows, in base64. */
  readonly signatures: (header: string) => ReadonlyArray<string>;
  readonly isSame: (given: string, right: string) => boolean;
}

export const rightWebhookSteps: WebhookSteps = {
  read: ({ headers }) => {
    const values = new Map(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return {
      id: values.get('webhook-id') ?? '',
      timestamp: values.get('webhook-timestamp') ?? '',
      signature: values.get('webhook-signature') ?? '',
    };
  },
  isFresh,
  keys: (secrets) => secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64')),
  bytes: (body) => body,
  signatures: (header) =>
    header
      .split(' ')
      .filter((one) => one.startsWith('v1,'))
      .map((one) => one.slice('v1,'.length)),
  isSame,
};

/** A verifier of webhooks as a partner writes it by the words of Standard Webhooks, without any code of the engine. */
export const ownWebhookVerifier = (mistake: Partial<WebhookSteps> = {}) => {
  const steps = { ...rightWebhookSteps, ...mistake };
  return (
    delivery: Delivery,
    { secrets, now }: { readonly secrets: ReadonlyArray<string>; readonly now: number },
  ): boolean => {
    const { id, timestamp, signature } = steps.read(delivery);
    if (id === '' || timestamp === '' || !steps.isFresh(timestamp, now)) return false;
    const given = steps.signatures(signature);
    return steps.keys(secrets).some((key) => {
      const right = createHmac('sha256', key)
        .update(`${id}.${timestamp}.`)
        .update(steps.bytes(delivery.body))
        .digest('base64');
      return given.some((one) => steps.isSame(one, right));
    });
  };
};

/** The steps of a verifier of signed returns. A mistake is another step. */
export interface ReturnSteps {
  /** Reads a parameter; undefined refuses the query. */
  readonly reader: (query: string) => (name: string) => string | undefined;
  readonly isFresh: (timestamp: string, now: number) => boolean;
  readonly signedText: (values: ReadonlyArray<readonly [string, string]>, query: string) => string;
  readonly isSame: (given: string, right: string) => boolean;
}

const RIGHT_RETURN_STEPS: ReturnSteps = {
  reader: (query) => (name) => {
    const [value, ...others] = new URLSearchParams(query).getAll(name);
    return others.length === 0 ? value : undefined;
  },
  isFresh,
  signedText: (values) => values.map(([name, value]) => `${name}=${value}`).join('&'),
  isSame,
};

const SIGNED = ['session_id', 'reference', 'status', 'timestamp'];

/** A verifier of signed returns as a merchant writes it by the words of the interface. */
export const ownReturnVerifier = (mistake: Partial<ReturnSteps> = {}) => {
  const steps = { ...RIGHT_RETURN_STEPS, ...mistake };
  return (query: string, { secretKey, now }: Parameters<BelievesReturn>[1]): boolean => {
    const read = steps.reader(query);
    const values = SIGNED.flatMap((name) => {
      const value = read(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const signature = read('signature');
    if (values.length < SIGNED.length || signature === undefined) return false;
    const right = createHmac('sha256', secretKey)
      .update(steps.signedText(values, query))
      .digest('hex');
    return steps.isSame(signature, right) && steps.isFresh(read('timestamp') ?? '', now);
  };
};
