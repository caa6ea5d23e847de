import { E } from '@hundi/core';
import type { Inside } from '../inside.js';

/** Names the users of the company by their ids; those whom this person may not list keep their ids. */
export const namesOf = async (inside: Inside): Promise<(userId: string) => string> => {
  const { engine, person, texts } = inside;
  const people = await engine.listPeople(person.tenant, { actorUserId: person.userId });
  const names = new Map<string, string>(
    E.isRight(people) ? people.right.map(({ userId, username }) => [userId, username]) : [],
  );
  return (userId) => {
    const username = names.get(userId);
    return username === undefined ? userId : texts.lookAfter.person(username, userId);
  };
};
