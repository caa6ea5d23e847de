import { Failed, type Surroundings } from '../command/command.js';
import { decoded } from '../remote/decoded.js';
import { membersOf } from '../remote/members.js';
import { refused } from '../remote/refused.js';
import { KINDS, type KeyView, type Kind } from './kinds.js';
import { callPortal, type Session } from './portal.js';

const KEYS_A_PAGE = 100;

/** Far more keys than any corporate has: a service that goes on lists without an end. */
const PAGES_MAX = 1_000;

/** Every key of a kind that the corporate has or had, oldest first. @throws Failed */
export const listKeys = async (
  session: Session,
  kind: Kind,
  around: Pick<Surroundings, 'stop'>,
): Promise<ReadonlyArray<KeyView>> => {
  const { path, View } = KINDS[kind];
  const keys: KeyView[] = [];
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const query = `?page=${String(page)}&limit=${String(KEYS_A_PAGE)}` as const;
    const answer = await callPortal(session, { method: 'GET', path: `${path}${query}` }, around);
    const { items } = membersOf(answer.body);
    if (!Array.isArray(items)) return refused(answer);
    keys.push(...items.map((body: unknown) => decoded<KeyView>(View, { ...answer, body })));
    if (items.length < KEYS_A_PAGE) return keys;
  }
  throw new Failed(`the service lists ${kind} keys without an end: is the address right?`);
};
