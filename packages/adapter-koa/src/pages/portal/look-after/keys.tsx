import { E } from '@hundi/core';
import {
  Scope,
  type ApiKeyView,
  type NewApiKey,
  type NewSecretKey,
  type SecretKeyView,
} from '@hundi/core/wire';
import type { Refusal } from '../../../problem/refusal.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { TextField } from '../form-field.js';
import type { Inside, InsideRoutes } from '../inside.js';
import type { Mailbox } from '../mailbox.js';
import { CheckField } from './check-field.js';
import { deedRoutes, refused, textIn, type Deed, type Done, type Typed } from './deed.js';
import { namesOf } from './names.js';
import { holds, partPath } from './parts.js';
import { SelectField } from './select-field.js';
import {
  pieceOf,
  thingsPage,
  type Act,
  type Fact,
  type Thing,
  type ThingList,
} from './things-page.js';

const AT = partPath('keys');

type Kind = 'partner' | 'secret';
type Key = SecretKeyView & Partial<ApiKeyView>;
type Keys = E.Either<Refusal, ReadonlyArray<Key>>;

/** Every key of a kind, the newest first. */
const keysOf = async ({ engine, person }: Inside, kind: Kind): Promise<Keys> => {
  const { tenant, userId: actorUserId } = person;
  const keys: Keys =
    kind === 'partner'
      ? await engine.listApiKeys(tenant, { actorUserId })
      : await engine.listSecretKeys(tenant, { actorUserId });
  return E.isLeft(keys) ? keys : E.right(keys.right.toReversed());
};

/** Until when a key opens anything, in words; whether it does now. */
const stateOf = (
  { texts, profile: { now, timeZone } }: Inside,
  { revokedAt, suspendedAt, expiresAt }: Key,
) => {
  const { states } = texts.keys;
  const at = (moment: number): string => texts.moment(moment, timeZone);
  if (revokedAt !== undefined) return { isLive: false, text: states.revoked(at(revokedAt)) };
  if (expiresAt <= now) return { isLive: false, text: states.expired(at(expiresAt)) };
  return suspendedAt === undefined
    ? { isLive: true, text: states.active(at(expiresAt)) }
    : { isLive: true, text: states.suspended(at(suspendedAt)) };
};

const factsOf = (
  { texts, profile }: Inside,
  nameOf: (userId: string) => string,
  { keyId, createdBy, createdAt, lastUsedAt, scopes, actsAsUserId }: Key,
): ReadonlyArray<Fact> => {
  const { keys, lookAfter } = texts;
  const at = (moment: number): string => texts.moment(moment, profile.timeZone);
  return [
    [keys.id, keyId],
    [keys.madeBy, nameOf(createdBy)],
    [keys.made, at(createdAt)],
    [keys.used, lastUsedAt === undefined ? lookAfter.never : at(lastUsedAt)],
    ...(scopes === undefined
      ? []
      : [
          [keys.scopes, scopes.join(', ')] as const,
          [keys.actsAs, actsAsUserId === undefined ? keys.itself : nameOf(actsAsUserId)] as const,
        ]),
  ];
};

const actsOn = (inside: Inside, kind: Kind, { keyId, name }: Key): ReadonlyArray<Act> => {
  const { keys } = inside.texts;
  const query = `keyId=${encodeURIComponent(keyId)}`;
  return [
    {
      text: keys.rotate,
      label: keys.rotateOf(name, keyId),
      path: `${AT}/${kind}/rotate?${query}`,
    },
    {
      text: keys.revoke,
      label: keys.revokeOf(name, keyId),
      path: `${AT}/${kind}/revoke?${query}`,
    },
  ];
};

const listOf = (
  inside: Inside,
  nameOf: (userId: string) => string,
  kind: Kind,
  keys: ReadonlyArray<Key>,
): ThingList => {
  const texts = inside.texts.keys[kind];
  const edits = holds(inside, 'settings.edit');
  const { items, ...next } = pieceOf(inside, keys, AT, kind);
  return {
    title: texts.title,
    intro: texts.intro,
    none: texts.none,
    acts: edits ? [{ text: texts.make, path: `${AT}/${kind}/make` }] : [],
    things: items.map((key): Thing => {
      const { isLive, text } = stateOf(inside, key);
      return {
        id: key.keyId,
        name: key.name,
        state: text,
        facts: factsOf(inside, nameOf, key),
        acts: edits && isLive ? actsOn(inside, kind, key) : [],
      };
    }),
    ...next,
  };
};

const list = async (inside: Inside): Promise<PageAnswer> => {
  const partner = await keysOf(inside, 'partner');
  if (E.isLeft(partner)) return refused(inside, partner.left);
  const secret = await keysOf(inside, 'secret');
  if (E.isLeft(secret)) return refused(inside, secret.left);
  const nameOf = await namesOf(inside);
  const page = thingsPage(inside, { part: 'keys', title: inside.texts.keys.title }, [
    listOf(inside, nameOf, 'partner', partner.right),
    listOf(inside, nameOf, 'secret', secret.right),
  ]);
  return { kind: 'page', status: 200, page };
};

type NewKey = NewApiKey | NewSecretKey;

const made = (key: NewKey, { texts: { keys } }: Inside): Done => ({
  title: keys.newTitle('key' in key ? key.key.name : key.name),
  secret: { label: keys.newKey, text: key.text },
});

type AskOfKey = (
  texts: Inside['texts']['keys'],
  name: string,
) => { readonly title: string; readonly text: string; readonly button: string };

/** Asks something of a key that is there. */
const askOfKey =
  (kind: Kind, say: AskOfKey): Deed<object, object>['ask'] =>
  async (inside, typed) => {
    const keys = await keysOf(inside, kind);
    if (E.isLeft(keys)) return keys;
    const key = keys.right.find(({ keyId }) => keyId === typed.value('keyId'));
    if (key === undefined) return E.left({ _tag: 'ApiKeyNotFound' });
    const { title, text, button } = say(inside.texts.keys, key.name);
    const nameOf = await namesOf(inside);
    const { isLive, text: state } = stateOf(inside, key);
    return E.right({
      title,
      text: isLive ? [text, state] : [state],
      facts: factsOf(inside, nameOf, key),
      hidden: { keyId: key.keyId },
      ...(isLive && { button }),
    });
  };

interface OfKey {
  readonly keyId: string;
}

const OF_KEYS = { part: 'keys', permissions: ['settings.edit'] } as const;

const rotation = (kind: Kind): Deed<OfKey, NewKey> => ({
  ...OF_KEYS,
  name: `${kind}/rotate`,
  isConfirmed: true,
  ask: askOfKey(kind, ({ rotateTitle, rotateText, rotate }, name) => ({
    title: rotateTitle(name),
    text: rotateText,
    button: rotate,
  })),
  values: (form) => ({ keyId: textIn(form, 'keyId') }),
  run: (changes, { tenant }, input): Promise<E.Either<Refusal, NewKey>> =>
    kind === 'partner'
      ? changes.rotateApiKey(tenant, input)
      : changes.rotateSecretKey(tenant, input),
  done: made,
});

const revocation = (kind: Kind): Deed<OfKey, SecretKeyView> => ({
  ...OF_KEYS,
  name: `${kind}/revoke`,
  ask: askOfKey(kind, ({ revokeTitle, revokeText, revoke }, name) => ({
    title: revokeTitle(name),
    text: revokeText,
    button: revoke,
  })),
  values: (form) => ({ keyId: textIn(form, 'keyId') }),
  run: (changes, { tenant }, input): Promise<E.Either<Refusal, SecretKeyView>> =>
    kind === 'partner'
      ? changes.revokeApiKey(tenant, input)
      : changes.revokeSecretKey(tenant, input),
  done: ({ name }, { texts }) => ({ title: texts.keys.revoked(name) }),
});

const NameField = ({
  inside: { texts },
  typed,
}: {
  readonly inside: Inside;
  readonly typed: Typed;
}) => (
  <TextField
    name="name"
    label={texts.keys.name}
    value={typed.value('name')}
    maxlength={120}
    fault={typed.isFaulty('name') ? texts.keys.badName : undefined}
  />
);

const SCOPE = 'scope-';
const ALL_SCOPES = Object.keys(Scope.keys) as ReadonlyArray<Scope>;

/** The users as whom a key can act: services, and none who is suspended. */
const servicesOf = async ({ engine, person, texts }: Inside) => {
  const { tenant, userId: actorUserId } = person;
  const people = await engine.listPeople(tenant, { actorUserId });
  const services = E.isRight(people)
    ? people.right.filter(({ kind, isSuspended }) => kind === 'service' && !isSuspended)
    : [];
  return services.map(
    ({ userId, username }) => [userId, texts.lookAfter.person(username, userId)] as const,
  );
};

interface NewPartnerKey {
  readonly name: string;
  readonly scopes: ReadonlyArray<Scope>;
  readonly actsAsUserId?: string;
  readonly lifeDays?: number;
}

const makePartnerKey: Deed<NewPartnerKey, NewKey> = {
  ...OF_KEYS,
  name: 'partner/make',
  isConfirmed: true,
  ask: async (inside, typed) => {
    const { keys } = inside.texts;
    return E.right({
      title: keys.partner.makeTitle,
      text: [keys.makeText],
      fields: (
        <>
          <NameField inside={inside} typed={typed} />
          <fieldset>
            <legend>{keys.scopes}</legend>
            <p class="hint">{keys.scopesHint}</p>
            {ALL_SCOPES.map((scope) => (
              <CheckField key={scope} name={`${SCOPE}${scope}`} label={scope} typed={typed} />
            ))}
            {typed.isFaulty('scopes') && <p class="fault">{keys.badScopes}</p>}
          </fieldset>
          <SelectField
            name="actsAsUserId"
            label={keys.actsAs}
            hint={keys.actsAsHint}
            fault={typed.isFaulty('actsAsUserId') ? keys.badActsAs : undefined}
            options={[['', keys.itself], ...(await servicesOf(inside))]}
            value={typed.value('actsAsUserId')}
          />
          <TextField
            name="lifeDays"
            label={keys.days}
            value={typed.value('lifeDays')}
            inputmode="numeric"
            hint={keys.daysHint}
            fault={typed.isFaulty('lifeDays') ? keys.badDays : undefined}
          />
        </>
      ),
      button: keys.partner.make,
    });
  },
  values: (form) => {
    const actsAsUserId = textIn(form, 'actsAsUserId');
    const lifeDays = textIn(form, 'lifeDays');
    return {
      name: textIn(form, 'name'),
      scopes: ALL_SCOPES.filter((scope) => form.has(`${SCOPE}${scope}`)),
      ...(actsAsUserId !== '' && { actsAsUserId }),
      ...(lifeDays !== '' && { lifeDays: Number(lifeDays) }),
    };
  },
  run: (changes, { tenant }, input) => changes.createApiKey(tenant, input),
  done: made,
};

const makeSecretKey: Deed<{ readonly name: string }, NewKey> = {
  ...OF_KEYS,
  name: 'secret/make',
  isConfirmed: true,
  ask: async (inside, typed) => {
    const { keys } = inside.texts;
    return E.right({
      title: keys.secret.makeTitle,
      text: [keys.makeText],
      fields: <NameField inside={inside} typed={typed} />,
      button: keys.secret.make,
    });
  },
  values: (form) => ({ name: textIn(form, 'name') }),
  run: (changes, { tenant }, input) => changes.createSecretKey(tenant, input),
  done: made,
};

/** The keys of a company: listed, made, replaced and revoked. */
export const keyRoutes = (routes: InsideRoutes, mailbox: Mailbox): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: AT, answer: list }),
  ...deedRoutes(routes, mailbox, makePartnerKey),
  ...deedRoutes(routes, mailbox, makeSecretKey),
  ...(['partner', 'secret'] as const).flatMap((kind) => [
    ...deedRoutes(routes, mailbox, rotation(kind)),
    ...deedRoutes(routes, mailbox, revocation(kind)),
  ]),
];
