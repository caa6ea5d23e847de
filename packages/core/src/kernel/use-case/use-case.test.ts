import test from 'ava';
import * as t from 'io-ts';
import { E } from '../fp.js';
import { UserId } from '../values/ids.js';
import { openUseCase, useCase } from './use-case.js';

const Input = t.strict({ actorUserId: UserId, days: t.number });
const greet = useCase(Input, (tenant, { actorUserId, days }) =>
  Promise.resolve(E.right({ tenant, actorUserId, days })),
);

const tenant = { bankTenantId: 'bank', corporateTenantId: 'acme' };

test('a use case runs with plain input, decoded', async (t) => {
  t.deepEqual(
    await greet(tenant, { actorUserId: 'u-1', days: 3 }),
    E.right({ tenant, actorUserId: 'u-1', days: 3 } as never),
  );
});

test('a fault in the input is refused with its pointer, and nothing runs', async (t) => {
  const never = useCase(Input, () => Promise.reject(new Error('it ran')));
  t.like(await never(tenant, { actorUserId: 'two words', days: 3 }), {
    left: { _tag: 'InvalidInput', issues: [{ pointer: '/actorUserId' }] },
  });
});

test('a fault in the corporate is refused with a pointer below /tenant', async (t) => {
  t.like(await greet({ ...tenant, corporateTenantId: '' }, { actorUserId: 'u-1', days: 3 }), {
    left: { _tag: 'InvalidInput', issues: [{ pointer: '/tenant/corporateTenantId' }] },
  });
});

test('a use case for an unknown caller decodes the one input that it has', async (t) => {
  const count = openUseCase(Input, ({ days }) => Promise.resolve(E.right(days)));
  t.deepEqual(await count({ actorUserId: 'u-1', days: 3 }), E.right(3));
  t.like(await count({ actorUserId: 'two words', days: 3 }), {
    left: { _tag: 'InvalidInput', issues: [{ pointer: '/actorUserId' }] },
  });
});
