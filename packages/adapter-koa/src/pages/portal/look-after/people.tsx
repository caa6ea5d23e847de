import { E } from '@hundi/core';
import type { PersonView, SuspendedPerson } from '@hundi/core/wire';
import { givenBy } from '../../../route/given-by.js';
import type { Refusal } from '../../../problem/refusal.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import type { Inside, InsideRoutes } from '../inside.js';
import type { Mailbox } from '../mailbox.js';
import { CheckField } from './check-field.js';
import { deedRoutes, refused, textIn, type Deed, type Now, type Typed } from './deed.js';
import { namesIn } from './names.js';
import { holds, partPath } from './parts.js';
import { pieceOf, thingsPage, type Act, type Fact } from './things-page.js';

const AT = partPath('people');

type Names = (userId: string) => string;

const stateOf = (
  { texts, profile }: Inside,
  nameOf: Names,
  { isSuspended, suspendedAt, suspendedBy, approvalState, heldAt }: PersonView,
): string => {
  const { states } = texts.people;
  const at = (moment = 0): string => texts.moment(moment, profile.timeZone);
  const state = isSuspended
    ? states.suspended(at(suspendedAt), nameOf(suspendedBy ?? ''))
    : approvalState === 'approved'
      ? states.active
      : states.pending;
  return heldAt === undefined ? state : `${state} ${states.held(at(heldAt))}`;
};

const factorsText = (
  { factorsOf, noFactors }: Inside['texts']['people'],
  kinds: NonNullable<PersonView['factorKinds']>,
): string =>
  (['passkey', 'totp'] as const)
    .map((kind) => [kind, kinds.filter((one) => one === kind).length] as const)
    .flatMap(([kind, n]) => (n === 0 ? [] : [factorsOf(kind, n)]))
    .join(', ') || noFactors;

const factsOf = (
  { texts: { people } }: Inside,
  { userId, kind, email, roleCodes, factorKinds }: PersonView,
): ReadonlyArray<Fact> => [
  [people.id, `${userId}, ${people.kinds[kind]}`],
  ...(email === undefined ? [] : [[people.email, email] as const]),
  [people.roles, roleCodes.join(', ') || people.noRoles],
  ...(kind === 'service' || factorKinds === undefined
    ? []
    : [[people.factors, factorsText(people, factorKinds)] as const]),
];

type Verb = 'suspend' | 'reinstate' | 'release' | 'reset' | 'end';

/** The permission that each deed needs, as its call of `/portal/v1` does. */
const NEEDS = {
  suspend: 'settings.edit',
  reinstate: 'settings.edit',
  release: 'settings.approve',
  reset: 'settings.edit',
  end: 'settings.edit',
} as const satisfies Readonly<Record<Verb, string>>;

/** What can be done about a user as they are now; whether this person may is another matter. */
const verbsFor = (
  { userId, isSuspended, kind, heldAt }: PersonView,
  own: string,
): ReadonlyArray<Verb> => [
  ...(isSuspended ? (['reinstate'] as const) : userId === own ? [] : (['suspend'] as const)),
  ...(heldAt === undefined ? [] : (['release'] as const)),
  ...(kind === 'human' && userId !== own ? (['reset', 'end'] as const) : []),
];

const actsOn = (inside: Inside, user: PersonView): ReadonlyArray<Act> => {
  const { people } = inside.texts;
  return verbsFor(user, inside.person.userId)
    .filter((verb) => holds(inside, NEEDS[verb]))
    .map((verb) => ({
      text: people[verb],
      label: people[`${verb}Of`](user.username),
      path: `${AT}/${verb}?userId=${encodeURIComponent(user.userId)}`,
    }));
};

const list = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person, texts } = inside;
  const all = await engine.listPeople(person.tenant, { actorUserId: person.userId });
  if (E.isLeft(all)) return refused(inside, all.left);
  const nameOf = namesIn(all.right, inside);
  const { people } = texts;
  const { items, ...next } = pieceOf(inside, all.right, AT);
  const page = thingsPage(inside, { part: 'people', title: people.title }, [
    {
      title: people.list,
      intro: people.intro,
      none: people.none,
      things: items.map((user) => ({
        id: user.userId,
        name: user.username,
        state: stateOf(inside, nameOf, user),
        facts: factsOf(inside, user),
        notes: [
          [
            people.may,
            user.permissions.map((one) => people.permissions[one]).join(', ') || people.mayNothing,
          ],
        ],
        acts: actsOn(inside, user),
      })),
      ...next,
    },
  ]);
  return { kind: 'page', status: 200, page };
};

interface OfUser {
  readonly userId: string;
}

const userWith = async (
  { engine, person }: Inside,
  value: Typed['value'],
): Promise<
  E.Either<Refusal, { readonly user: PersonView; readonly people: ReadonlyArray<PersonView> }>
> => {
  const all = await engine.listPeople(person.tenant, { actorUserId: person.userId });
  if (E.isLeft(all)) return all;
  const user = all.right.find(({ userId }) => userId === value('userId'));
  return user === undefined
    ? E.left({ _tag: 'PersonNotFound' })
    : E.right({ user, people: all.right });
};

/** What a deed would undo of a user, as it is: its form undoes nothing that its page did not show. */
const nowOf =
  (undone: (user: PersonView) => ReadonlyArray<unknown>) =>
  async (inside: Inside, value: Typed['value']): Promise<E.Either<Refusal, Now>> => {
    const found = await userWith(inside, value);
    return E.isLeft(found) ? found : E.right({ seen: JSON.stringify(undone(found.right.user)) });
  };

const stopsNow = nowOf(({ suspendedAt, suspendedBy, heldAt, heldBy, heldAlsoBy }) => [
  [suspendedAt, suspendedBy],
  [heldAt, heldBy, heldAlsoBy],
]);

/** What all deeds about a user have in common. */
const about = (verb: Verb) => ({
  part: 'people' as const,
  name: verb,
  permissions: [NEEDS[verb]],
  ask: async (
    inside: Inside,
    typed: Typed,
  ): Promise<E.Either<Refusal, Awaited<ReturnType<typeof asked>>>> => {
    const found = await userWith(inside, typed.value);
    if (E.isLeft(found)) return found;
    const { user, people } = found.right;
    return E.right(asked(inside, { verb, user }, namesIn(people, inside), typed));
  },
  values: (form: Parameters<Deed<OfUser, object>['values']>[0]): OfUser => ({
    userId: textIn(form, 'userId'),
  }),
});

const asked = (
  inside: Inside,
  { verb, user }: { readonly verb: Verb; readonly user: PersonView },
  nameOf: Names,
  typed: Typed,
) => {
  const { people } = inside.texts;
  return {
    title: people[`${verb}Title`](user.username),
    text: [people[`${verb}Text`], stateOf(inside, nameOf, user)],
    facts: factsOf(inside, user),
    hidden: { userId: user.userId },
    ...(verb === 'suspend' && {
      fields: (
        <div>
          <CheckField name="hold" label={people.hold} typed={typed} />
          <p class="hint">{people.holdHint}</p>
        </div>
      ),
    }),
    button: people[verb],
  };
};

const suspension: Deed<OfUser & { readonly hold?: true }, SuspendedPerson> = {
  ...about('suspend'),
  isConfirmed: true,
  values: (form) => ({
    userId: textIn(form, 'userId'),
    ...(form.has('hold') && { hold: true }),
  }),
  run: (changes, { tenant }, input) => changes.suspendPerson(tenant, input),
  done: ({ username, underWay: { made, approved, keys } }, { texts: { people } }) => ({
    title: people.suspended(username),
    text: people.underWay(made.count, approved.count),
    facts:
      keys.length === 0
        ? []
        : [[people.keysMade, keys.map(({ name, keyId }) => `${name} (${keyId})`).join(', ')]],
  }),
};

const reinstatement: Deed<OfUser, PersonView> = {
  ...about('reinstate'),
  isConfirmed: true,
  now: stopsNow,
  run: (changes, { tenant }, input) => changes.reinstatePerson(tenant, input),
  done: ({ username }, { texts }) => ({ title: texts.people.reinstated(username) }),
};

const release: Deed<OfUser, PersonView> = {
  ...about('release'),
  isConfirmed: true,
  now: stopsNow,
  run: (changes, { tenant }, input) => changes.releasePerson(tenant, input),
  done: ({ username }, { texts }) => ({ title: texts.people.released(username) }),
};

const reset: Deed<OfUser, PersonView> = {
  ...about('reset'),
  isConfirmed: true,
  now: nowOf(({ factorKinds = [] }) => factorKinds),
  run: (changes, person, input) =>
    changes.resetFactors(person.tenant, { ...input, ...givenBy(person) }),
  // With a factor to remove it always waits for another person.
  done: ({ username }, { texts }) => ({ title: texts.people.resetNothing(username) }),
};

const endOfSessions: Deed<OfUser, { readonly ended: number }> = {
  ...about('end'),
  run: (changes, { tenant }, input) => changes.endSessions(tenant, input),
  done: ({ ended }, { texts }) => ({ title: texts.people.ended(ended) }),
};

/** The users of a company, and what is done about them. */
export const peopleRoutes = (routes: InsideRoutes, mailbox: Mailbox): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: AT, answer: list }),
  ...deedRoutes(routes, mailbox, suspension),
  ...deedRoutes(routes, mailbox, reinstatement),
  ...deedRoutes(routes, mailbox, release),
  ...deedRoutes(routes, mailbox, reset),
  ...deedRoutes(routes, mailbox, endOfSessions),
];
