import test from 'ava';
import { E } from '../../kernel/fp.js';
import { stored } from '../../kernel/codecs/decode.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Hold } from '../../model/tenancy/corporate.js';
import { aCorporate, anActor, NOW, TENANT } from '../../samples.test.data.js';
import { reinstatePersonChange as kind } from './reinstatement-change.js';

const suspended = { at: NOW, by: 'u-admin' as UserId };
const actor = anActor([], { suspended });
const { userId } = actor.user;
const hold: Hold = { userId, at: NOW, by: 'u-admin' as UserId };

/** What checks a payload, as it was stored, while there is such a hold; none where it is undefined. */
const checked = async (then: { readonly hold?: Hold | null }, now?: Hold) => {
  const stores = {
    tenancy: {
      actors: async () => [actor],
      corporate: async () => aCorporate(now === undefined ? {} : { holds: [now] }),
    },
    access: { apiKeysOf: async () => [] },
  };
  const read = stored(kind.payload, JSON.stringify({ userId, suspended, ...then }));
  const found = await kind.check(stores as never, TENANT, read, { at: NOW });
  return E.isLeft(found) ? found.left._tag : 'possible';
};

test('a reinstatement is over once a hold was asked for, or widened, since its proposal', async (t) => {
  t.is(await checked({ hold: null }, hold), 'HeldSince');
  t.is(await checked({ hold }, { ...hold, alsoBy: ['u-admin-2' as UserId] }), 'HeldSince');
  t.is(await checked({ hold: { ...hold, until: NOW } }, hold), 'HeldSince');
});

test('a hold that was there, or that was released since, keeps nobody from reinstating', async (t) => {
  t.is(await checked({ hold }, hold), 'possible');
  t.is(await checked({ hold }), 'possible');
  t.is(await checked({ hold: null }), 'possible');
});

test('a proposal from before holds were kept with it can still be decided on', async (t) => {
  t.is(await checked({}, hold), 'possible');
});
