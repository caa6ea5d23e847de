import { memoryStorage } from '@hundi/adapter-memory';
import { StorageAway, type Storage } from '@hundi/core';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { partnerRoutes } from '../partner/partner-routes.js';
import { description } from '../testing/description.js';
import { EVERYWHERE, PROVOCATIONS, type Stage } from '../testing/provocations.js';
import { serve, type Answer } from '../testing/serve.js';
import { WORDINGS } from './wordings.js';

const key = (
  name: string,
  scope: 'payments:read' | 'packages:read' | 'beneficiaries:write',
  createdByUserId: string,
) => ({
  name,
  scopes: [scope],
  createdByUserId,
});

const stageOf = async (t: ExecutionContext): Promise<Stage> => {
  const suffered = new Set<string>();
  const kept = memoryStorage();
  const orFail = async <A>(work: () => Promise<A>): Promise<A> => {
    if (suffered.has('outage')) throw new Error('a defect of the storage');
    if (suffered.has('away')) throw new StorageAway('no storage answers', undefined);
    return work();
  };
  const storage: Storage = {
    ...kept,
    read: (work) => orFail(() => kept.read(work)),
    atomically: (work) => orFail(() => kept.atomically(work)),
  };
  const limiter = {
    take: () =>
      Promise.resolve({
        limit: 2,
        windowSeconds: 1,
        remaining: 1,
        resetSeconds: 1,
        allowed: !suffered.has('limit'),
      }),
  };
  const { apiKeys: [erp] = [], roles = [] } = demoDocument().bankTenants[0]?.corporates[0] ?? {};
  const served = await serve(
    t,
    storage,
    {
      rateLimits: limiter,
      bodyLimits: { batch: 50_000 },
      bodiesHeld: { ofCaller: 40_000, inAll: 30_000 },
    },
    {
      document: demoDocument({
        roles: roles.map((role) =>
          role.roleCode === 'clerk'
            ? { ...role, permissions: [...role.permissions, 'beneficiary.make'] }
            : role,
        ),
        apiKeys: [
          ...(erp === undefined ? [] : [erp]),
          key('payments:read', 'payments:read', 'u-admin'),
          key('packages:read', 'packages:read', 'u-admin'),
          key('orphan', 'packages:read', 'u-maker'),
          key('own', 'beneficiaries:write', 'u-both'),
        ],
      }),
    },
  );
  return {
    ...served,
    keys: served.sandbox.credentials.corporates['acme']?.apiKeys ?? {},
    suffer: (what) => suffered.add(what),
  };
};

interface ShownProblem {
  readonly status: number;
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly errors?: Answer['json']['errors'];
}

// A wording that takes no refusal says the same every time.
const isConstant = (name: string): boolean =>
  Object.entries(WORDINGS).some(([tag, { detail }]) => tag === name && detail.length === 0);

for (const route of partnerRoutes) {
  const { operationId } = route.about;
  const responses = description.paths[route.path]?.[route.method.toLowerCase()]?.responses ?? {};
  const shown = Object.values(responses).flatMap(({ content }) =>
    Object.entries(content['application/problem+json']?.examples ?? {}),
  );

  for (const [name, { value }] of shown) {
    test(`${operationId} is really refused as described: ${name}`, async (t) => {
      const provocation = PROVOCATIONS[operationId]?.[name] ?? EVERYWHERE[name];
      if (provocation === undefined) return t.fail(`nothing makes ${operationId} refuse so`);
      const { status, type, title, detail, errors } = value as ShownProblem;

      const answer = await provocation(await stageOf(t), route);

      t.is(answer.status, status, answer.text);
      t.is(answer.headers.get('content-type'), 'application/problem+json');
      t.like(answer.json, { status, type, title });
      if (isConstant(name) || errors !== undefined) t.is(answer.json.detail, detail);
      t.deepEqual(answer.json.errors, errors);
    });
  }
}
