import test from 'ava';
import fc from 'fast-check';
import { E } from '../../../kernel/fp.js';
import { ApprovalMatrix, levelsFor, ONE_CHECKER } from './matrix.js';

const level = (role: string, approvals = 1) => ({ roleCodes: [role], approvals });
const tier = (upToAmount: number | null, ...levels: ReadonlyArray<unknown>) => ({
  upToAmount,
  levels,
});
const rule = (packageCodes: ReadonlyArray<string> | null, ...tiers: ReadonlyArray<unknown>) => ({
  packageCodes,
  tiers,
});

const asked = (
  matrix: ReadonlyArray<unknown>,
  amount: number,
  packageCode = 'VENDOR',
  autoApprovalEnabled = false,
): unknown =>
  levelsFor(matrix as ApprovalMatrix, {
    packageCode: packageCode as 'VENDOR' & Parameters<typeof levelsFor>[1]['packageCode'],
    amount,
    autoApprovalEnabled,
  });

test('the first tier that reaches the amount decides, its bound included', (t) => {
  const matrix = [
    rule(
      null,
      tier(1_000, level('a')),
      tier(5_000, level('a'), level('b')),
      tier(null, level('c', 3)),
    ),
  ];

  t.deepEqual(asked(matrix, 1), [level('a')]);
  t.deepEqual(asked(matrix, 1_000), [level('a')]);
  t.deepEqual(asked(matrix, 1_001), [level('a'), level('b')]);
  t.deepEqual(asked(matrix, 5_001), [level('c', 3)]);
});

test('a rule holds for its packages, or for all', (t) => {
  const matrix = [
    rule(['SALARY'], tier(null, level('hr'))),
    rule([], tier(null, level('nobody'))),
    rule(null, tier(null, level('any'))),
  ];

  t.deepEqual(asked(matrix, 1, 'SALARY'), [level('hr')]);
  t.deepEqual(asked(matrix, 1, 'VENDOR'), [level('any')]);
});

test('a rule whose tiers end below the amount leaves it to the next rule', (t) => {
  const matrix = [rule(['VENDOR'], tier(100, level('a'))), rule(null, tier(null, level('b')))];

  t.deepEqual(asked(matrix, 101), [level('b')]);
});

test('where no tier matches, any one checker approves', (t) => {
  t.deepEqual(asked([], 1), ONE_CHECKER);
  t.deepEqual(asked([rule(null, tier(100, level('a')))], 101), ONE_CHECKER);
  t.deepEqual(asked([rule(['SALARY'], tier(null))], 1, 'VENDOR', true), ONE_CHECKER);
});

test('a no-approval tier counts only where the package approves automatically', (t) => {
  const matrix = [rule(null, tier(1_000), tier(null, level('a')))];

  t.deepEqual(asked(matrix, 1_000, 'VENDOR', true), []);
  t.deepEqual(asked(matrix, 1_000, 'VENDOR', false), ONE_CHECKER);
  t.deepEqual(asked(matrix, 1_001, 'VENDOR', true), [level('a')]);
});

test('nothing but a no-approval tier lets a payout pass unseen', (t) => {
  const someLevels = fc.array(fc.constantFrom(level('a'), level('b')), { maxLength: 3 });
  const someTiers = fc.array(
    fc.record({ upToAmount: fc.option(fc.integer({ min: 1, max: 50 })), levels: someLevels }),
    { maxLength: 3 },
  );
  const someRules = fc.array(
    fc.record({
      packageCodes: fc.constantFrom<string[] | null>(null, ['VENDOR'], ['OTHER']),
      tiers: someTiers,
    }),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(someRules, fc.integer({ min: 1, max: 60 }), fc.boolean(), (rules, amount, auto) => {
      const levels = asked(rules, amount, 'VENDOR', auto) as ReadonlyArray<unknown>;
      if (levels.length > 0) return;
      const open = rules.some(
        ({ packageCodes, tiers }) =>
          packageCodes?.includes('OTHER') !== true &&
          tiers.some((one) => one.levels.length === 0 && amount <= (one.upToAmount ?? Infinity)),
      );
      t.true(auto && open);
    }),
  );
  t.pass();
});

for (const approvals of [0, -1, 1.5, 21, '1', null]) {
  test(`a level that asks for ${JSON.stringify(approvals)} approvers is no level`, (t) => {
    const matrix = [rule(null, tier(null, { roleCodes: [], approvals }))];

    t.true(E.isLeft(ApprovalMatrix.decode(matrix)));
  });
}
