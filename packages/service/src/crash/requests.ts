import type { Answer } from '../testing/running-service.js';

/** One payment as a client asks for it. */
export interface AskedPayment {
  readonly transactionReference: string;
  readonly amount: number;
  /** The account that it is to reach. */
  readonly creditAccountNumber: string;
}

/** A request that a client repeats until it is answered. */
export interface Asked {
  readonly key: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly payments: ReadonlyArray<AskedPayment>;
}

/** The requests of clients, and the replies that they received. */
export interface Requests {
  readonly ask: (asked: Asked) => void;
  readonly receive: (asked: Asked, answer: Answer) => void;
  readonly all: () => ReadonlyArray<Asked>;
  /** The body of the 2xx; every one that a key got was the same. */
  readonly answerTo: (asked: Asked) => string | undefined;
  /** Answers that a key must not get. */
  readonly faults: ReadonlyArray<string>;
  readonly replies: () => number;
}

// The process may be about to die, or to stop; the same key in another hand; a database that is gone.
const MEANS_AGAIN = new Set([409, 500, 503]);

/** @param meansAgain the answers after which a client asks again with the same key. */
export const newRequests = (meansAgain: ReadonlySet<number> = MEANS_AGAIN): Requests => {
  const all: Asked[] = [];
  const answers = new Map<Asked, string>();
  const faults: string[] = [];
  let replies = 0;
  return {
    ask: (asked) => all.push(asked),
    receive: (asked, { status, text }) => {
      if (status >= 200 && status < 300) {
        replies += 1;
        const before = answers.get(asked);
        if (before !== undefined && before !== text) {
          faults.push(`${asked.key} got two different answers`);
        }
        answers.set(asked, before ?? text);
      } else if (!meansAgain.has(status)) {
        faults.push(`${asked.key} was answered ${String(status)}: ${text}`);
      }
    },
    all: () => all,
    answerTo: (asked) => answers.get(asked),
    faults,
    replies: () => replies,
  };
};
