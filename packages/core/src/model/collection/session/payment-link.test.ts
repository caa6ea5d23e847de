import test from 'ava';
import { MINUTE } from '../../../kernel/values/time.js';
import { LINK_LIFE, LINK_SESSIONS_MAX, laterSessionIds, nextSessionId } from './payment-link.js';

const MADE = 1_000_000;
const LINK = { linkId: 'pl_1', createdAt: MADE, expiresAt: MADE + LINK_LIFE, sessions: 0 };

test('the sessions that a link may have started elsewhere follow from its last one', (t) => {
  const [first, second] = laterSessionIds(LINK, MADE);
  t.is(first, nextSessionId(LINK));
  t.is(second, nextSessionId({ ...LINK, sessionId: first ?? '' }));
});

test('a link may have started as many as count, and one more for each quarter of an hour that it lived', (t) => {
  const many = (until: number, sessions = 0) =>
    laterSessionIds({ ...LINK, sessions }, until).length - LINK_SESSIONS_MAX;
  t.is(many(MADE), 0);
  t.is(many(MADE, 3), -3);
  t.is(many(MADE + 30 * MINUTE), 2);
  t.is(many(MADE + 2 * LINK_LIFE), 96);
  t.is(many(MADE - MINUTE), 0);
});
