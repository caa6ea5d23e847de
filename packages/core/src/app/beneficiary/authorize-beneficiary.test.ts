import test from 'ava';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { ApiKey } from '../../model/access/key/api-key.js';
import { aBeneficiary, NOW, TENANT } from '../../samples.test.data.js';
import { makeAuthorizeBeneficiary } from './authorize-beneficiary.js';

const CHECKER = 'u-checker' as UserId;
const AWAY = ['u-away' as UserId, 'u-ill' as UserId] as const;
const waiting = aBeneficiary();

const decide = ({
  capacities = [undefined] as ReadonlyArray<UserId | undefined>,
  keyOf = undefined as UserId | undefined,
  shared = undefined as { readonly keyId: string } | undefined,
} = {}) =>
  makeAuthorizeBeneficiary.rule.decide(
    {
      waiting,
      capacities,
      keys: keyOf === undefined ? [] : [{ keyId: 'key-1', createdByUserId: keyOf } as ApiKey],
      shared,
    },
    { beneficiaryId: waiting.beneficiaryId, actorUserId: CHECKER, action: 'approve' },
    NOW + 1,
    TENANT,
  );

test('a checker approves a payee that waits, and the journal says so', (t) => {
  t.like(decide(), {
    right: { changes: { entries: [{ to: 'approved', actor: CHECKER, at: NOW + 1 }] } },
  });
});

test('a checker who made the key by which it came, or shares one with its maker, does not decide', (t) => {
  t.deepEqual(decide({ keyOf: CHECKER }), E.left({ _tag: 'CameByOwnKey', keyId: 'key-1' }));
  const shared = { keyId: 'key-2' };
  t.deepEqual(decide({ shared }), E.left({ _tag: 'CameBySameKey', keyId: 'key-2' }));
});

test('a deputy decides in the first capacity that no key bars', (t) => {
  t.like(decide({ capacities: AWAY, keyOf: AWAY[0] }), {
    right: { changes: { entries: [{ changes: { onBehalfOf: AWAY[1] } }] } },
  });
});
