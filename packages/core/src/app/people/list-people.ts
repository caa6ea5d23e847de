import type { ActorNotFound, SettingsDenied } from '../../model/access/access-errors.js';
import { ActorInput } from '../../model/access/actor-input.js';
import { settingsViewer } from '../rights/settings-person.js';
import { activeFactors } from '../../model/factor/held/factor.js';
import { E } from '../../kernel/fp.js';
import type { ListUseCase } from '../../kernel/use-case/use-case.js';
import { lookThrough } from '../../storage/look.js';
import { token } from '../../kernel/token.js';
import { holdOn } from './holds.js';
import { personView, type PersonView } from './person-view.js';
import { everybody } from './reinstaters.js';

type ListPeopleError = ActorNotFound | SettingsDenied;

/** Every user of a corporate, people and services, by their ids, to a person who may look at its settings. */
export type ListPeople = ListUseCase<ActorInput, ListPeopleError, ReadonlyArray<PersonView>>;
export const ListPeople = token<ListPeople>('ListPeople');

export const makeListPeople = lookThrough(
  ListPeople,
  ActorInput,
  async (stores, tenant, { actorUserId }) => {
    const actor = await settingsViewer(stores, tenant, actorUserId);
    if (E.isLeft(actor)) return actor;
    const corporate = await stores.tenancy.corporate(tenant);
    const people = await everybody(stores, tenant);
    const ids = people.map(({ user }) => user.userId);
    const held = new Map(
      (await stores.factors.findMany(tenant, ids)).map((one) => [one.userId, one]),
    );
    return E.right(
      people.map((one) => {
        const { userId } = one.user;
        const factorKinds = activeFactors(held.get(userId)).map(({ kind }) => kind);
        return { ...personView(one, holdOn(corporate, userId)), factorKinds };
      }),
    );
  },
);
