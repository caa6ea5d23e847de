import assert from 'node:assert/strict';
import test from 'ava';
import type { ApprovalMatrix } from '../../model/approval/matrix/matrix.js';
import { NOW, TENANT } from '../../samples.test.data.js';
import {
  arePoliciesProven,
  needsSeal,
  policyDigest,
  withPolicySeal,
  type PolicyHolder,
} from './sealed-policies.js';

const KEY = new Uint8Array(32).fill(1);
const sealing = (marked = 0, key = KEY) => ({ key, marked });

const policy = (approvals: number) =>
  [
    {
      packageCodes: null,
      tiers: [{ upToAmount: null, levels: [{ roleCodes: ['checker'], approvals }] }],
    },
  ] as unknown as ApprovalMatrix;

const PASSKEY = { login: 'none', approval: 'passkey' } as const;

const holder = (overrides: Partial<PolicyHolder> = {}): PolicyHolder => ({
  ...TENANT,
  approvalMatrix: policy(1),
  approvalPolicyVersion: 1,
  ...overrides,
});

/** A corporate whose approvals need a passkey since version 1. */
const sealed = withPolicySeal(undefined, holder({ secondFactor: PASSKEY }), sealing(), NOW);

test('policies of a corporate that never asked for passkeys have no seal, and need none', (t) => {
  for (const secondFactor of [undefined, { login: 'passkey', approval: 'any' }] as const) {
    const one = holder(secondFactor && { secondFactor });
    t.is(withPolicySeal(undefined, one, sealing(), NOW), one);
    t.false(needsSeal(one, 0));
  }
});

test('a corporate needs its seal that asks for passkeys, did once, or did by the mark', (t) => {
  const { secondFactor: _off, ...without } = sealed;
  t.true(needsSeal(holder({ secondFactor: PASSKEY }), 0));
  t.true(needsSeal(without, 0));
  t.true(needsSeal(holder(), 1));
});

test('the first seal is version 1 and holds the policy, by its digest, since when', (t) => {
  t.like(sealed.policySeal, {
    version: 1,
    policies: [{ version: 1, at: NOW, digest: policyDigest(policy(1)) }],
  });
  t.true(arePoliciesProven(sealed, sealing()));
  t.true(arePoliciesProven(sealed, sealing(1)));
});

test('policies are not proven with another rule, factor, corporate, version or key, nor below the mark', (t) => {
  const { secondFactor: _off, ...without } = sealed;
  const { policySeal: _gone, ...bare } = sealed;
  const seal = sealed.policySeal ?? assert.fail('no seal');
  const wrong: ReadonlyArray<PolicyHolder> = [
    without,
    bare,
    { ...sealed, approvalMatrix: policy(2) },
    { ...sealed, secondFactor: { ...PASSKEY, approval: 'any' } },
    { ...sealed, secondFactor: { ...PASSKEY, aboveAmount: 9 as never } },
    { ...sealed, corporateTenantId: 'globex' as never },
    { ...sealed, bankTenantId: 'other' as never },
    { ...sealed, policySeal: { ...seal, version: 2 } },
    { ...sealed, policySeal: { ...seal, policies: [] } },
    { ...sealed, policySeal: { ...seal, policies: seal.policies.map((p) => ({ ...p, at: 1 })) } },
    { ...sealed, policySeal: { ...seal, seal: 'x' } },
  ];
  for (const one of wrong) t.false(arePoliciesProven(one, sealing()));
  t.false(arePoliciesProven(sealed, sealing(2)));
  t.false(arePoliciesProven(sealed, sealing(0, new Uint8Array(32).fill(2))));
});

test('a change makes the next version and keeps those before, and no change makes none', (t) => {
  const next = { ...sealed, approvalMatrix: policy(2), approvalPolicyVersion: 2 };
  const changed = withPolicySeal(sealed, next, sealing(1), NOW + 1);
  t.like(changed.policySeal, { version: 2 });
  t.deepEqual(
    changed.policySeal?.policies.map(({ version, at }) => [version, at]),
    [
      [1, NOW],
      [2, NOW + 1],
    ],
  );
  t.true(arePoliciesProven(changed, sealing(2)));
  t.is(withPolicySeal(sealed, { ...sealed }, sealing(1), NOW + 1).policySeal, sealed.policySeal);
});

test('switching passkeys off is a version, too: an older one does not come back', (t) => {
  const { secondFactor: _off, ...without } = sealed;
  const off = withPolicySeal(sealed, without, sealing(1), NOW + 1);
  t.is(off.policySeal?.version, 2);
  t.deepEqual(off.policySeal?.policies, sealed.policySeal?.policies);
  t.true(arePoliciesProven(off, sealing(2)));
  t.false(arePoliciesProven(sealed, sealing(2)));
});

test('what is not proven stays so after a change, until an operator vouches for it', (t) => {
  const softened = { ...sealed, approvalMatrix: policy(2) };
  const next = { ...softened, approvalMatrix: policy(3), approvalPolicyVersion: 2 };
  const left = withPolicySeal(softened, next, sealing(1), NOW + 1);
  t.false(arePoliciesProven(left, sealing(1)));
  t.is(left.policySeal, sealed.policySeal);

  const vouched = withPolicySeal(softened, next, sealing(7), NOW + 1, { vouched: true });
  t.is(vouched.policySeal?.version, 8);
  t.deepEqual(
    vouched.policySeal?.policies.map(({ version }) => version),
    [2],
  );
  t.true(arePoliciesProven(vouched, sealing(8)));
});

test('a seal that was taken away is not made again where the mark remembers it', (t) => {
  const { policySeal: _gone, ...rest } = sealed;
  const bare: PolicyHolder = rest;
  t.is(withPolicySeal(bare, bare, sealing(1), NOW).policySeal, undefined);
  t.is(withPolicySeal(undefined, bare, sealing(1), NOW).policySeal, undefined);
});

const code = (text: string) => text as never;

test('the seal says which packages approve by themselves, and keeps since when and until when', (t) => {
  const next = holder({ secondFactor: PASSKEY });
  const automatic = new Map([
    [code('SALARY'), true],
    [code('VENDOR'), false],
  ]);
  const first = withPolicySeal(undefined, next, sealing(), NOW, { automatic });
  t.deepEqual(first.policySeal?.automatic, [{ packageCode: code('SALARY'), from: 0 }]);
  t.true(arePoliciesProven(first, sealing(1)));

  const same = withPolicySeal(first, next, sealing(1), NOW + 1, { automatic });
  t.is(same.policySeal, first.policySeal);
  const other = withPolicySeal(
    first,
    holder({ ...next, approvalMatrix: policy(2) }),
    sealing(1),
    NOW + 1,
  );
  t.deepEqual(other.policySeal?.automatic, first.policySeal?.automatic);

  const turned = new Map([
    [code('SALARY'), false],
    [code('VENDOR'), true],
  ]);
  const second = withPolicySeal(first, next, sealing(1), NOW + 2, { automatic: turned });
  t.deepEqual(second.policySeal?.automatic, [
    { packageCode: code('SALARY'), from: 0, until: NOW + 2 },
    { packageCode: code('VENDOR'), from: NOW + 2 },
  ]);
  t.is(second.policySeal?.version, 2);
});

test('a seal is no proof once its packages are taken out or others stand there', (t) => {
  const automatic = new Map([[code('SALARY'), false]]);
  const one = withPolicySeal(undefined, holder({ secondFactor: PASSKEY }), sealing(), NOW, {
    automatic,
  });
  assert(one.policySeal !== undefined);
  const { automatic: _gone, ...bare } = one.policySeal;
  t.false(arePoliciesProven({ ...one, policySeal: bare }, sealing(1)));
  const opened = { ...one.policySeal, automatic: [{ packageCode: code('SALARY'), from: 0 }] };
  t.false(arePoliciesProven({ ...one, policySeal: opened }, sealing(1)));
});

test('a seal from before packages were kept gets them once a document is taken', (t) => {
  const automatic = new Map([[code('SALARY'), true]]);
  const next = withPolicySeal(sealed, { ...sealed }, sealing(1), NOW + 1, { automatic });
  t.like(next.policySeal, { version: 2, automatic: [{ packageCode: code('SALARY'), from: 0 }] });
});
