import assert from 'node:assert/strict';
import type { Person } from '@hundi/core';
import { expectLeft, expectRight } from '../stage/stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openLogin, type LoginStage } from '../stage/login-stage.js';

const MAKER = 'maker@acme.example';
const HOUR = 3_600_000;

const person = async ({ engine, comeIn }: LoginStage, email: string): Promise<Person> =>
  expectRight(await engine.authenticateSession((await comeIn(email)).token));

const keep = async ({ engine }: LoginStage, whose: Person, content: string): Promise<string> =>
  expectRight(await engine.keepUpload(whose, { content })).uploadId;

/** The content of a file; the refusal where there is none. */
const contentOf = async (
  { engine }: LoginStage,
  whose: Person,
  uploadId: string,
): Promise<string> => {
  const found = await engine.getUpload(whose, { uploadId });
  return found._tag === 'Right' ? found.right : found.left._tag;
};

export const uploadScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a file of payments is kept for an hour, for the person who brought it alone',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const [maker, both] = [await person(stage, MAKER), await person(stage, 'both@acme.example')];
      const id = await keep(stage, maker, 'payments');

      assert.equal(await contentOf(stage, maker, id), 'payments');
      assert.equal(await contentOf(stage, await person(stage, MAKER), id), 'payments');
      assert.equal(await contentOf(stage, both, id), 'UploadNotFound');
      assert.equal(await contentOf(stage, maker, 'none'), 'UploadNotFound');
      stage.clock.advance(HOUR);
      assert.equal(await contentOf(stage, maker, id), 'UploadNotFound');
    },
  },
  {
    title: "of a person's files the newest three are kept",
    asksStore: true,
    run: async (storage) => {
      const stage = await openLogin(storage);
      const maker = await person(stage, MAKER);
      const ids: string[] = [];
      for (const content of ['one', 'two', 'three', 'four']) {
        ids.push(await keep(stage, maker, content));
        stage.clock.advance(1_000);
      }

      assert.deepEqual(await Promise.all(ids.map((id) => contentOf(stage, maker, id))), [
        'UploadNotFound',
        'two',
        'three',
        'four',
      ]);
    },
  },
  {
    title: 'a person who may not make payments keeps no file',
    run: async (storage) => {
      const stage = await openLogin(storage);
      const checker = await person(stage, 'checker@acme.example');

      const refused = await stage.engine.keepUpload(checker, { content: 'payments' });
      assert.equal(expectLeft(refused)._tag, 'NotAMaker');
    },
  },
];
