import { E } from '@hundi/core';
import { resealAll } from '@hundi/core/operator';
import type { PersonFactors, Storage } from '@hundi/core/storage';
import { aTenant, createSandbox, plainSealer } from '@hundi/testkit';
import { postgresUrl } from '@hundi/testkit/contract';
import test, { type ExecutionContext } from 'ava';
import { freshFile, freshPostgres, type Fresh } from './fresh.test.support.js';

const url = await postgresUrl();
const TENANT = aTenant('acme', 'demo-bank');
const USER = 'u-checker' as PersonFactors['userId'];
const CONTEXT = 'authenticator app f_1';

/** A person with an authenticator app, whose secret the old key sealed. */
const opened = async (t: ExecutionContext, { storage, close }: Fresh) => {
  t.teardown(close);
  const { clock } = await createSandbox({ storage, sealer: plainSealer('old') });
  const sealedSecret = await plainSealer('old').seal('secret', CONTEXT);
  const factor = {
    kind: 'totp',
    factorId: 'f_1',
    name: 'Phone',
    state: 'active',
    revision: 3,
    createdAt: clock.now(),
    sealedSecret,
  };
  await storage.atomically<never, null>(async ({ factors }) => {
    const held = { id: 'pf_1', ...TENANT, userId: USER, revision: 1, challenges: [] };
    await factors.put({ ...held, factors: [factor] } as unknown as PersonFactors);
    return E.right(null);
  });
  /** Seals everything anew; something happens once between reading a secret and writing it. */
  const reseal = async (between: () => Promise<void> = async () => undefined) => {
    const sealer = plainSealer('new', 'old');
    let happens = between;
    const seal = async (secret: string, context: string) => {
      const now = happens;
      happens = async () => undefined;
      await now();
      return sealer.seal(secret, context);
    };
    let resealed = 0;
    const ports = { storage, clock, sealer: { ...sealer, seal } };
    for await (const step of resealAll(ports))
      if (step.kind === 'person_factors') resealed += step.resealed;
    t.is(resealed, 1);
  };
  return { storage, reseal };
};

/** Uses the factor: counts a guess. What happens between reading and writing is given, once. */
const use = async (storage: Storage, between?: () => Promise<void>): Promise<void> => {
  let happens = between;
  await storage.atomically<never, null>(async ({ factors }) => {
    const held = await factors.find(TENANT, USER);
    if (held === undefined) throw new Error('the person has no factors');
    const now = happens;
    happens = undefined;
    await now?.();
    const wrong = (held.guesses?.wrong ?? 0) + 1;
    await factors.put({ ...held, revision: held.revision + 1, guesses: { since: 1, wrong } });
    return E.right(null);
  });
};

/** Which key alone opens the secret, and how many guesses were counted. */
const kept = async (storage: Storage) => {
  const held = await storage.read(({ factors }) => factors.find(TENANT, USER));
  const [factor] = held?.factors ?? [];
  const sealed = factor?.kind === 'totp' ? factor.sealedSecret : '';
  const isNew = (await plainSealer('new').open(sealed, CONTEXT)) === 'secret';
  return { isNew, wrong: held?.guesses?.wrong };
};

(url === undefined ? test.skip : test.serial)(
  'PostgreSQL: a use that read the factors before they are sealed anew, and writes after it, keeps the new text',
  async (t) => {
    const { storage, reseal } = await opened(t, await freshPostgres(url ?? ''));
    await use(storage, () => reseal());
    t.deepEqual(await kept(storage), { isNew: true, wrong: 1 });
  },
);

for (const [name, fresh] of [
  ['SQLite', freshFile],
  ['PostgreSQL', () => freshPostgres(url ?? '')],
] as const)
  (name === 'PostgreSQL' && url === undefined ? test.skip : test.serial)(
    `${name}: a use between the reading of the factors and their sealing anew is kept, and so is the new text`,
    async (t) => {
      const { storage, reseal } = await opened(t, await fresh());
      await reseal(() => use(storage));
      t.deepEqual(await kept(storage), { isNew: true, wrong: 1 });
    },
  );
