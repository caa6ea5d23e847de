import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type {
  BankDirectory,
  CardAcquirer,
  Clock,
  Entropy,
  HostedPages,
  Mailer,
  Pacer,
  Sealer,
  WebhookSender,
} from '@hundi/core';

export const systemClock: Clock = { now: () => Date.now() };

export const secureEntropy: Entropy = { bytes: (count) => randomBytes(count) };

/** The bank knows its own branches; payees elsewhere are shown without a bank name. */
export const ownBranches: BankDirectory = {
  bankName: (ifsc) => (ifsc.startsWith('VLGB') ? 'Village Bank' : ''),
};

/** Officers come in by the bank's own desk; the engine mails them no code. */
export const deskOnly: Mailer = {
  send: () => Promise.reject(new Error('the bank mails no codes')),
};

/** Customers of this bank have no software that listens. */
export const noWebhooks: WebhookSender = {
  objection: async () => 'the bank sends no webhooks',
  send: async () => ({ kind: 'unanswered', fault: 'address_refused' }),
};

/** The bank pays out and takes no cards: nothing creates a checkout session, so nothing is charged. */
export const noCards: CardAcquirer = {
  traits: { absenceFinalAfterMs: null },
  charge: () => Promise.resolve({ kind: 'declined', code: 'card_declined' }),
  query: () => Promise.resolve({ kind: 'unknown' }),
  reverse: () => Promise.resolve({ kind: 'unknown' }),
};

/** The engine hosts no pages here, because no checkout is opened. */
export const noPages: HostedPages = {
  baseUrl: () => 'https://village.example',
  allowsLoopback: false,
};

const IDLE_MAX_MS = 60_000;

/** Waits with timers, and no longer than a minute. */
export const timerPacer = (): Pacer => {
  let wakes = 0;
  let idlers: (() => void)[] = [];
  return {
    breathe: () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
    wake: () => {
      wakes += 1;
      const woken = idlers;
      idlers = [];
      for (const resume of woken) resume();
    },
    wakes: () => wakes,
    idle: (until, seen) => {
      if (seen !== wakes) return Promise.resolve();
      const ms = Math.max(Math.min((until ?? Infinity) - Date.now(), IDLE_MAX_MS), 0);
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        idlers.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under the bank's own key; the purpose is authenticated with the text. */
export const keySealer = (key: Uint8Array): Sealer => ({
  seal: (secret, context) => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  },
  open: (sealed, context) => {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  },
});
