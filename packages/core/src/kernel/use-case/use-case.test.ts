import test from 'ava';
import * as t from 'io-ts';
import { E } from '../fp.js';
import { UserId } from '../values/ids.js';
import { callersListUseCase, listUseCase, openUseCase, useCase } from './use-case.js';

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

test('a list refuses members that its input does not have, with the name that was meant, and nothing runs', async (t) => {
  const list = listUseCase(Input, () => Promise.resolve(E.right('all')));
  const own = callersListUseCase(Input, () => Promise.resolve(E.right('all')));
  const good = { actorUserId: 'u-1', days: 3 };

  t.deepEqual(await list(tenant, good), E.right('all'));
  t.deepEqual(await own(tenant, good), E.right('all'));
  const filters = { ...good, dais: 4 };
  // @ts-expect-error -- a member that the input does not have
  const refused = [await list(tenant, filters), await list(tenant, { ...filters })];
  // @ts-expect-error -- likewise
  refused.push(await own(tenant, { days: 3, ...filters }));
  for (const answer of refused)
    t.deepEqual(
      answer,
      E.left({
        _tag: 'InvalidInput',
        issues: [
          {
            pointer: '/dais',
            code: 'unknown',
            detail: 'is not a member of this object; did you mean days?',
          },
        ],
      }),
    );
});
