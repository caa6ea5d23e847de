import test from 'ava';
import { matrixFaults } from './check-matrix.js';
import { levelsFor, ONE_CHECKER, type ApprovalMatrix } from './matrix.js';

const KNOWN = {
  roleCodes: new Set(['checker', 'head']),
  packageCodes: new Set(['VENDOR', 'SALARY']),
};

const tier = (upToAmount: number | null, ...roleCodes: ReadonlyArray<string>) => ({
  upToAmount,
  levels: [{ roleCodes, approvals: 1 }],
});
const rule = (packageCodes: ReadonlyArray<string> | null, ...tiers: ReadonlyArray<unknown>) => ({
  packageCodes,
  tiers,
});

const faults = (...rules: ReadonlyArray<unknown>) =>
  matrixFaults(rules as ApprovalMatrix, KNOWN, '/m').map(
    ({ pointer, detail }) => `${pointer}: ${detail}`,
  );

const WHOLE = rule(null, tier(100), tier(null, 'checker'));

test('a policy that decides every amount of every package has no fault', (t) => {
  t.deepEqual(faults(WHOLE), []);
  t.deepEqual(faults(rule(['VENDOR'], tier(100, 'head')), WHOLE), []);
  t.deepEqual(faults(rule(['VENDOR'], tier(null)), rule(null, tier(null))), []);
});

test('a policy that leaves a package that is added later to the fallback is a fault', (t) => {
  const later = (above: number) =>
    `expected a rule with "packageCodes": null whose last tier has "upToAmount": null: no rule decides amounts above ${String(above)} paise of a package that is added later`;
  const named = rule(['VENDOR', 'SALARY'], tier(null));
  t.deepEqual(faults(named), [`/m: ${later(0)}`]);
  t.deepEqual(faults(named, rule(null, tier(500))).slice(-1), [`/m/1/tiers: ${later(500)}`]);
});

test('a role or package that the corporate does not have is a fault where it is named', (t) => {
  t.deepEqual(faults(rule(['VENDOR', 'OTHER'], tier(1, 'checker', 'boss')), WHOLE), [
    '/m/0/packageCodes/1: expected a package of your corporate',
    '/m/0/tiers/0/levels/0/roleCodes/1: expected a role of your corporate that may approve payouts',
  ]);
});

test('a package with amounts that no rule decides is a fault of the last rule for it', (t) => {
  t.deepEqual(faults(rule(null, tier(100), tier(500)), rule(['SALARY'], tier(null))).slice(0, 1), [
    '/m/0/tiers: expected a tier with "upToAmount": null for package VENDOR: no rule decides amounts above 500 paise',
  ]);
  t.deepEqual(faults(rule(['SALARY'], tier(null))).slice(0, 1), [
    '/m: expected a tier with "upToAmount": null for package VENDOR: no rule decides amounts above 0 paise',
  ]);
  t.is(faults().length, KNOWN.packageCodes.size + 1);
});

test('a tier that no amount reaches is a fault, and so is a rule for nothing', (t) => {
  const never = 'expected an amount that no earlier tier reaches: this tier never decides';
  t.deepEqual(faults(rule(null, tier(500), tier(500), tier(100), tier(null))), [
    `/m/0/tiers/1/upToAmount: ${never}`,
    `/m/0/tiers/2/upToAmount: ${never}`,
  ]);
  t.deepEqual(faults(WHOLE, rule(['VENDOR'], tier(null))), [`/m/1/tiers/0/upToAmount: ${never}`]);
  t.deepEqual(faults(rule([], tier(null)), rule(['VENDOR']), WHOLE), [
    '/m/0/packageCodes: expected a package, or null for all',
    '/m/1/tiers: expected at least one tier',
  ]);
});

test('a tier for all packages decides where an earlier rule reaches its amount for some', (t) => {
  t.deepEqual(faults(rule(['VENDOR', 'SALARY'], tier(null)), WHOLE), []);
});

test('of an amount without a fault, a tier decides and not the fallback', (t) => {
  const matrix = [rule(['VENDOR'], tier(100, 'head')), rule(null, tier(null, 'checker'))];
  t.deepEqual(faults(...matrix), []);
  for (const packageCode of KNOWN.packageCodes)
    for (const amount of [1, 100, 101, 10 ** 15 - 1])
      t.notDeepEqual(
        levelsFor(matrix as unknown as ApprovalMatrix, {
          packageCode: packageCode as never,
          amount,
          autoApprovalEnabled: false,
        }),
        ONE_CHECKER,
      );
});
