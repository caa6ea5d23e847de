import { E } from '@hundi/core';
import type { Inside } from '../inside.js';

/** Who acts for a provision document. */
const PROVISION = 'provision';

type NamesById = ReadonlyArray<{ readonly userId: string; readonly username: string }>;

/** Names these users by their ids; who is none of them keeps the id. */
export const namesIn =
  (people: NamesById, { texts: { lookAfter } }: Inside): ((userId: string) => string) =>
  (userId) => {
    if (userId === PROVISION) return lookAfter.provision;
    const known = people.find((one) => one.userId === userId);
    return known === undefined ? userId : lookAfter.person(known.username, userId);
  };

/** Names the users of the company; those whom this person may not list keep their ids. */
export const namesOf = async (inside: Inside): Promise<(userId: string) => string> => {
  const { engine, person } = inside;
  const people = await engine.listPeople(person.tenant, { actorUserId: person.userId });
  return namesIn(E.isRight(people) ? people.right : [], inside);
};
