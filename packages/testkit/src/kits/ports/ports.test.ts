import { readdir, readFile } from 'node:fs/promises';
import test from 'ava';
import {
  inProcessRateLimiter,
  type Clock,
  type Mark,
  type Pacer,
  type PolicyMark,
  type SendMark,
} from '@hundi/core';
import { kitReport, runKit } from '../check/run-kit.js';
import { checkPacer } from './check-pacer.js';
import { checkPolicyMark, type PolicyMarkUnderTest } from './check-policy-mark.js';
import { checkRateLimiter } from './check-rate-limiter.js';
import { checkSendMark, type SendMarkUnderTest } from './check-send-mark.js';

/** Mistakes of a send mark. */
interface MarkMistakes {
  readonly goesDown?: boolean;
  readonly begins?: boolean;
  readonly forgetsMoment?: boolean;
  readonly keepsOwn?: boolean;
  readonly racesItself?: boolean;
  readonly readsOnce?: boolean;
  readonly hidesFailures?: boolean;
}

const marks = (mistakes: MarkMistakes): SendMarkUnderTest => ({
  freshPlace: () => {
    const shared = { kept: mistakes.begins === true ? { token: 0, at: 0 } : undefined };
    return (): SendMark => {
      const place: { kept: Mark | undefined } = mistakes.keepsOwn === true ? { ...shared } : shared;
      let first: Mark | undefined;
      return {
        read: async () => {
          first ??= place.kept;
          return mistakes.readsOnce === true ? first : place.kept;
        },
        raise: async (mark) => {
          const before = place.kept;
          if (mistakes.racesItself === true) await new Promise(setImmediate);
          const { token } = mark;
          if (mistakes.goesDown === true || before === undefined || token > before.token)
            place.kept = mistakes.forgetsMoment === true ? { token, at: 0 } : mark;
        },
      };
    };
  },
  brokenPlace: () => {
    const broken = () => Promise.reject(new Error('no such directory'));
    return mistakes.hidesFailures === true
      ? { read: () => Promise.resolve(undefined), raise: () => Promise.resolve() }
      : { read: broken, raise: broken };
  },
});

const MARK_PLANTS: ReadonlyArray<readonly [string, MarkMistakes]> = [
  ['no mark is there before the first is raised', { begins: true }],
  ['a mark that was raised is read, with its moment', { forgetsMoment: true }],
  ['a lower mark leaves the higher one', { goesDown: true }],
  ['marks that are raised at once leave the highest', { racesItself: true }],
  ['a mark is read by a process that starts later', { keepsOwn: true }],
  ['a mark that another process has raised is read by one that runs', { readsOnce: true }],
  ['a raise that cannot be kept rejects', { hidesFailures: true }],
  ['a mark that cannot be read rejects, and is not said to be missing', { hidesFailures: true }],
];

/** Mistakes of a policy mark. */
interface PolicyMistakes {
  readonly begins?: boolean;
  readonly mixesUp?: boolean;
  readonly goesDown?: boolean;
  readonly racesItself?: boolean;
  readonly readsOnce?: boolean;
  readonly hidesFailures?: boolean;
}

const policyMarks = (mistakes: PolicyMistakes): PolicyMarkUnderTest => ({
  freshPlace: () => {
    const kept = new Map<string, number>(mistakes.begins === true ? [['acme', 0]] : []);
    return (): PolicyMark => {
      let first: ReadonlyMap<string, number> | undefined;
      return {
        read: async () => {
          first ??= new Map(kept);
          return (mistakes.readsOnce === true ? first : new Map(kept)) as never;
        },
        raise: async (corporate, version) => {
          const place = mistakes.mixesUp === true ? 'acme' : corporate;
          const before = kept.get(place) ?? 0;
          if (mistakes.racesItself === true) await new Promise(setImmediate);
          if (mistakes.goesDown === true || version > before) kept.set(place, version);
        },
      };
    };
  },
  brokenPlace: () => {
    const broken = () => Promise.reject(new Error('no such directory'));
    return mistakes.hidesFailures === true
      ? { read: () => Promise.resolve(new Map()), raise: () => Promise.resolve() }
      : { read: broken, raise: broken };
  },
});

const POLICY_PLANTS: ReadonlyArray<readonly [string, PolicyMistakes]> = [
  ['no corporate has a version before the first is raised', { begins: true }],
  ['each corporate has the version that was raised for it', { mixesUp: true }],
  ['an earlier version leaves the later one', { goesDown: true }],
  ['versions that are raised at once leave the latest of each corporate', { racesItself: true }],
  ['a version that another process has raised is read by one that runs', { readsOnce: true }],
  ['a version that cannot be kept rejects', { hidesFailures: true }],
  ['versions that cannot be read reject, and are not said to be missing', { hidesFailures: true }],
];

/** Mistakes of a pacer. */
interface PacerMistakes {
  readonly countsNothing?: boolean;
  readonly wakesOne?: boolean;
  readonly losesWakes?: boolean;
  readonly waitsPastMoment?: boolean;
  readonly neverWaits?: boolean;
  readonly waitsForEver?: boolean;
  readonly holdsTheLoop?: boolean;
  readonly ringsAtOnce?: boolean;
  readonly ringsAnyway?: boolean;
}

const POLL_MS = 200;

/** A pacer with a mistake does not poll, or on a slow machine its poll would end a wait before the check does. */
const NEVER_MS = 3_600_000;

const pacerWith =
  (mistakes: PacerMistakes) =>
  (clock: Clock): Pacer => {
    const idlers = new Set<() => void>();
    let wakes = 0;
    return {
      breathe: () =>
        mistakes.holdsTheLoop === true ? Promise.resolve() : new Promise(setImmediate),
      wakes: () => (mistakes.countsNothing === true ? 0 : wakes),
      wake: () => {
        wakes += 1;
        const woken = [...idlers];
        for (const go of mistakes.wakesOne === true ? woken.slice(0, 1) : woken) go();
      },
      idle: (until, seen) =>
        new Promise((resolve) => {
          const isLost = mistakes.losesWakes === true || seen === wakes;
          const isOver = until !== undefined && until <= clock.now();
          const goOn = (): void => {
            clearTimeout(timer);
            idlers.delete(goOn);
            resolve();
          };
          const isGood = Object.keys(mistakes).length === 0;
          const timer = isGood ? setTimeout(goOn, POLL_MS) : setTimeout(goOn, NEVER_MS).unref();
          idlers.add(goOn);
          if (!isLost || (isOver && mistakes.waitsPastMoment !== true)) goOn();
          if (mistakes.neverWaits === true) goOn();
        }),
      alarm: (ms, ring) => {
        if (mistakes.ringsAtOnce === true) {
          ring();
          return () => undefined;
        }
        const timer = setTimeout(ring, ms);
        return () => {
          if (mistakes.ringsAnyway !== true) clearTimeout(timer);
        };
      },
    };
  };

const PACER_PLANTS: ReadonlyArray<readonly [string, PacerMistakes]> = [
  ['wakes counts the calls of wake', { countsNothing: true }],
  ['a call of wake ends every wait', { wakesOne: true }],
  ['a call of wake between the look for work and the wait is not lost', { losesWakes: true }],
  ['a moment that has come ends the wait', { waitsPastMoment: true }],
  ['a worker with nothing to do waits', { neverWaits: true }],
  ['a wait ends by itself, in case another process has added work', { waitsForEver: true }],
  ['other work has a turn while a computation breathes', { holdsTheLoop: true }],
  ['an alarm rings, once and not before its time', { ringsAtOnce: true }],
  ['an alarm that was called off does not ring', { ringsAnyway: true }],
];

const pacerChecks = (mistakes: PacerMistakes) =>
  checkPacer({ pacer: pacerWith(mistakes), idlesAtMostMs: 600, wakesWithinMs: 100 });

for (const [what, checks, plants] of [
  ['send mark', checkSendMark(marks({})), MARK_PLANTS],
  ['policy mark', checkPolicyMark(policyMarks({})), POLICY_PLANTS],
  ['pacer', pacerChecks({}), PACER_PLANTS],
] as const) {
  test.serial(`a ${what} that keeps every promise passes every check`, async (t) => {
    const report = await runKit(checks);

    t.is(kitReport({ ...report, passed: [] }), '');
    t.is(report.passed.length, checks.length);
  });

  test.serial(`each check of a ${what} has a mistake that it finds`, (t) => {
    t.deepEqual(
      plants.map(([sentence]) => sentence),
      checks.map(({ sentence }) => sentence),
    );
  });
}

for (const [sentence, checks] of [
  ...MARK_PLANTS.map(([title, mistakes]) => [title, checkSendMark(marks(mistakes))] as const),
  ...POLICY_PLANTS.map(
    ([title, mistakes]) => [title, checkPolicyMark(policyMarks(mistakes))] as const,
  ),
  ...PACER_PLANTS.map(([title, mistakes]) => [title, pacerChecks(mistakes)] as const),
])
  test.serial(`a mistake is found by its check: ${sentence}`, async (t) => {
    const { failed } = await runKit(checks.filter((check) => check.sentence === sentence));

    t.deepEqual(
      failed.map((fault) => fault.sentence),
      [sentence],
    );
  });

test.serial(
  'the rate limiter of a process passes, and one that allows everything does not',
  async (t) => {
    const good = await runKit(checkRateLimiter(inProcessRateLimiter));
    t.deepEqual(good.failed, []);

    const stated = { limit: 4, windowSeconds: 2, remaining: 3, resetSeconds: 1 };
    const open = { take: () => Promise.resolve({ allowed: true, ...stated }) };
    const bad = await runKit(checkRateLimiter(() => open));
    t.deepEqual(bad.passed, []);
  },
);

test.serial(
  'each check of the kit for ports names a sentence that stands in the port',
  async (t) => {
    const ports = new URL('../../../../core/src/ports/', import.meta.url);
    const files = (await readdir(ports)).filter((name) => name.endsWith('.ts'));
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, ports), 'utf8')));
    const said = texts.join('\n').replaceAll(/\s+\*?\s+/g, ' ');

    for (const { port } of [
      ...checkSendMark(marks({})),
      ...checkPolicyMark(policyMarks({})),
      ...pacerChecks({}),
      ...checkRateLimiter(inProcessRateLimiter),
    ])
      t.true(said.includes(port.slice(port.indexOf(': ') + 2)), port);
  },
);
