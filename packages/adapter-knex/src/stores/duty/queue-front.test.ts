import test from 'ava';
import fc from 'fast-check';
import { queueFronts, type FrontsOfUnit, type Look } from './queue-front.js';

const DUTY = 'send-to-bank';
const SECOND = 1_000;

/** A unit or a read that ends when the test says so. */
const opened = (fronts: ReturnType<typeof queueFronts>) => {
  let own: FrontsOfUnit | undefined;
  let end = (): void => undefined;
  const ended = fronts.within((given) => {
    own = given;
    return new Promise<void>((resolve) => (end = resolve));
  });
  if (own === undefined) throw new Error('a unit begins at once');
  return {
    ...own,
    end: async () => {
      end();
      await ended;
    },
  };
};
type Opened = ReturnType<typeof opened>;

interface Added {
  readonly runAt: number;
  readonly isOwn: boolean;
}

/** A queue, and everything that can be under way in it at once. */
const world = () => {
  let elapsed = 0;
  const fronts = queueFronts(() => elapsed);
  const queue = new Set<Added>();
  const units: { readonly unit: Opened; readonly runAt: number }[] = [];
  const looks: { unit: Opened; look: Look; seen: ReadonlyArray<Added> }[] = [];
  return {
    pass: (ms: number) => (elapsed += ms),
    addElsewhere: (runAt: number) => queue.add({ runAt, isOwn: false }),
    beginUnit: (runAt: number) => {
      const unit = opened(fronts);
      unit.moves([{ duty: DUTY, runAt }]);
      units.push({ unit, runAt });
    },
    /** The database has committed it, and this process does not know yet. */
    commitUnit: () => {
      const [first] = units;
      if (first !== undefined) queue.add({ runAt: first.runAt, isOwn: true });
    },
    endUnit: async () => {
      await units.shift()?.unit.end();
    },
    /** Answers the work that the look leaves out. */
    beginLook: () => {
      const unit = opened(fronts);
      const look = unit.look(DUTY);
      const inOrder = [...queue].sort((a, b) => a.runAt - b.runAt);
      looks.push({ unit, look, seen: inOrder.filter(({ runAt }) => runAt >= look.from) });
      return inOrder.filter(({ runAt }) => runAt < look.from);
    },
    endLook: async (now: number, isWorked: boolean) => {
      const { unit, look, seen = [] } = looks.shift() ?? {};
      look?.found(seen[0]?.runAt ?? now, now);
      if (isWorked && seen[0] !== undefined) queue.delete(seen[0]);
      await unit?.end();
    },
  };
};

const moment = fc.integer({ min: 0, max: 6 }).map((n) => n * 10 * SECOND);
const step = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('addElsewhere' as const), runAt: moment }),
  fc.record({ kind: fc.constant('beginUnit' as const), runAt: moment }),
  fc.record({ kind: fc.constantFrom('commitUnit' as const, 'endUnit' as const) }),
  fc.record({ kind: fc.constant('beginLook' as const) }),
  fc.record({ kind: fc.constant('endLook' as const), now: moment, isWorked: fc.boolean() }),
);

test('no look leaves out work that this process added, whatever else is under way', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { pass, addElsewhere, beginUnit, commitUnit, endUnit, beginLook, endLook } = world();
      for (const next of steps) {
        if (next.kind === 'pass') pass(next.ms);
        if (next.kind === 'addElsewhere') addElsewhere(next.runAt);
        if (next.kind === 'beginUnit') beginUnit(next.runAt);
        if (next.kind === 'commitUnit') commitUnit();
        if (next.kind === 'endUnit') await endUnit();
        if (next.kind === 'endLook') await endLook(next.now, next.isWorked);
        if (next.kind === 'beginLook')
          t.deepEqual(
            beginLook().filter(({ isOwn }) => isOwn),
            [],
          );
      }
    }),
    { numRuns: 5_000 },
  );
});

test('a look finds what another process added long after its moment once five seconds have passed', async (t) => {
  const { pass, addElsewhere, beginLook, endLook } = world();
  beginLook();
  await endLook(60 * SECOND, false);
  addElsewhere(1);

  t.is(beginLook().length, 1);
  await endLook(60 * SECOND, false);
  pass(5 * SECOND);
  t.is(beginLook().length, 0);
});

test('looks at the whole queue take a twentieth of the time', async (t) => {
  const { pass, addElsewhere, beginLook, endLook } = world();
  beginLook();
  addElsewhere(1);
  pass(100);
  await endLook(60 * SECOND, false);

  pass(1_899);
  t.is(beginLook().length, 1, 'two seconds after it began, and no sooner');
  await endLook(60 * SECOND, false);
  pass(1);
  t.is(beginLook().length, 0);
});

test('a look begins two seconds before the first work that the last one found', async (t) => {
  const { addElsewhere, beginLook, endLook } = world();
  addElsewhere(30 * SECOND);
  beginLook();
  await endLook(60 * SECOND, false);
  addElsewhere(28 * SECOND);
  addElsewhere(28 * SECOND - 1);

  t.deepEqual(
    beginLook().map(({ runAt }) => runAt),
    [28 * SECOND - 1],
  );
});

test('a look that never ends keeps nothing from others', async (t) => {
  const fronts = queueFronts(() => 0);
  await t.throwsAsync(
    fronts.within(async ({ look }) => {
      look(DUTY);
      throw new Error('the connection is lost');
    }),
  );
  await fronts.within(async ({ look }) => {
    look(DUTY).found(9 * SECOND, 9 * SECOND);
  });

  t.is(await fronts.within(async ({ look }) => look(DUTY).from), 7 * SECOND);
});
