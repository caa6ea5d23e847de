import assert from 'node:assert/strict';
import type { Person, Storage } from '@hundi/core';
import { fakePasskey } from '../../kit/fakes/fake-passkeys.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { expectRight } from '../stage/stage.js';
import { openFactors, wordOf } from '../stage/factor-stage.js';

export const CHECKER = 'checker@acme.example';
const actorUserId = 'u-checker';

/** The challenge in request or creation options. */
export const challengeOf = (options: unknown): string =>
  String((options as { readonly challenge?: string } | undefined)?.challenge);

/** A checker with a passkey, at a corporate whose approvals need one. */
export const openPasskeys = async (
  storage: Storage,
  count = 1,
  acme: Partial<CorporateInput> = {},
) => {
  const stage = await openFactors(storage, {
    secondFactor: { login: 'passkey', approval: 'passkey' },
    ...acme,
  });
  const { engine, tenant } = stage;
  const { token } = await stage.comeIn(CHECKER);
  const person = expectRight(await engine.authenticateSession(token, 'to_enrol'));
  const enrol = async (by: Person, id: string) => {
    const device = fakePasskey(id, count);
    const enrolled = expectRight(await engine.enrolFactor(by, { kind: 'passkey', name: id }));
    const { factorId } = enrolled;
    const response = device.create(challengeOf(enrolled.options));
    const confirmed = await engine.confirmFactor(by, { factorId, response });
    return { device, factorId, confirmed };
  };
  const { device, factorId, confirmed } = await enrol(person, 'key-1');
  assert.equal(expectRight(confirmed).state, 'active');
  const ask = async (ids: ReadonlyArray<string>) =>
    expectRight(
      await engine.askApprovalFactor(tenant, {
        actorUserId,
        action: 'approve',
        transactionIds: [...ids],
      }),
    );
  const approve = async (
    ids: ReadonlyArray<string>,
    challengeId: string,
    response: Readonly<Record<string, unknown>>,
  ) =>
    wordOf(
      await engine.decidePayouts(tenant, {
        actorUserId,
        action: 'approve',
        transactionIds: [...ids],
        challengeId,
        response,
      }),
    );
  return { ...stage, person, enrol, device, factorId, ask, approve };
};
