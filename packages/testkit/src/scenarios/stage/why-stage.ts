import { E, type Hundi } from '@hundi/core';
import type { WhyAnswer } from '@hundi/core/wire';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { aTenant } from '../../kit/build/tenancy.js';
import { expectRight, type Stage } from './stage.js';

/** What a question is about, as a scenario writes it. */
export type Asked = Omit<Parameters<Hundi['whyWaiting']>[1], 'actorUserId'>;

/** Sees everything of the corporate, and the names of its people. */
export const ADMIN = 'u-admin';

/** Another corporate of the bank, whose people have the same ids. */
export const GLOBEX = aTenant('globex', 'demo-bank');

/** The demo's people, and one who makes keys and is a checker, too. */
export const WITH_KEY_MAKER = {
  users: [
    ...demoUsers('acme'),
    {
      userId: 'u-keys',
      username: 'keys',
      kind: 'human' as const,
      approvalState: 'approved' as const,
      email: 'keys@acme.example',
      roleCodes: ['admin', 'checker'],
    },
  ],
};

/** Why it waits, in the eyes of a person. */
export const why = async (
  { engine, tenant }: Pick<Stage, 'engine' | 'tenant'>,
  asked: Asked,
  by: string = ADMIN,
): Promise<WhyAnswer['waitingFor']> =>
  expectRight(await engine.whyWaiting(tenant, { actorUserId: by, ...asked })).waitingFor;

/** The kinds of the reasons, or the refusal. */
export const kindsOf = async (
  { engine, tenant }: Pick<Stage, 'engine' | 'tenant'>,
  asked: Asked,
  by: string = ADMIN,
): Promise<ReadonlyArray<string>> => {
  const answer = await engine.whyWaiting(tenant, { actorUserId: by, ...asked });
  if (E.isLeft(answer)) return [answer.left._tag];
  return answer.right.waitingFor.map(({ kind }) => kind);
};
