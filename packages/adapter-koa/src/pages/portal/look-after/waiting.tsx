import { E } from '@hundi/core';
import {
  ApprovalMatrix,
  type ApiKeyView,
  type SettingsChangeView,
  type WebhookEndpointView,
} from '@hundi/core/wire';
import type { ComponentChildren } from 'preact';
import { givenBy } from '../../../route/given-by.js';
import type { Refusal } from '../../../problem/refusal.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { CommentField } from '../form-field.js';
import type { Inside, InsideRoutes } from '../inside.js';
import type { Mailbox } from '../mailbox.js';
import { deedRoutes, restarted, textIn, type Deed, type Now, type Typed } from './deed.js';
import { namesOf } from './names.js';
import { holds, partPath } from './parts.js';
import { effectFacts } from './policies.js';
import { policyLines } from './policy-lines.js';
import { askedPiece, nextPiece, thingsPage, type Act, type Fact } from './things-page.js';

const AT = partPath('waiting');

type Values = Readonly<Record<string, unknown>>;

const NOTHING: Values = {};

/**
 * What stands in the place of each of these changes now: members have the names that they have in the change. A refusal
 * where the person may not see it: that is not nothing.
 */
const valuesNow = async (
  { engine, person: { tenant, userId: actorUserId } }: Inside,
  changes: ReadonlyArray<SettingsChangeView>,
): Promise<(change: SettingsChangeView) => E.Either<Refusal, Values>> => {
  const any = (part: string) => changes.some(({ kind }) => kind.includes(part));
  const actor = { actorUserId };
  const endpoints = any('webhook') ? await engine.listWebhookEndpoints(tenant, actor) : E.right([]);
  const apiKeys = any('api_key') ? await engine.listApiKeys(tenant, actor) : E.right([]);
  const checkout = any('checkout')
    ? await engine.getCheckoutSettings(tenant, actor)
    : E.right(NOTHING);
  const policy = any('policy')
    ? await engine.getApprovalPolicy(tenant, { ...actor, limit: 1 })
    : E.right({ inForce: NOTHING });
  return ({ kind, details }) => {
    switch (kind) {
      case 'change_webhook_endpoint':
      case 'rotate_webhook_secret':
      case 'delete_webhook_endpoint': {
        const isIt = (one: WebhookEndpointView) => one.endpointId === details['endpointId'];
        return E.map(
          (all: ReadonlyArray<WebhookEndpointView>): Values => all.find(isIt) ?? NOTHING,
        )(endpoints);
      }
      case 'rotate_api_key': {
        const isIt = ({ keyId }: ApiKeyView) => keyId === details['replaces'];
        return E.map((all: ReadonlyArray<ApiKeyView>): Values => all.find(isIt) ?? NOTHING)(
          apiKeys,
        );
      }
      case 'put_checkout_settings':
        return checkout;
      case 'put_approval_policy':
        return E.map(({ inForce }: { readonly inForce: Values }) => inForce)(policy);
      case 'create_api_key':
      case 'create_secret_key':
      case 'rotate_secret_key':
      case 'create_webhook_endpoint':
      case 'reinstate_person':
      case 'enrol_factor':
      case 'reset_factors':
        return E.right(NOTHING);
    }
  };
};

type Member = keyof Inside['texts']['waiting']['members'];

/** What says which thing a change is about, although the change leaves it as it is. */
const NAMES_IT: ReadonlySet<Member> = new Set(['url', 'name']);

/** The members whose old values are those of another thing, such as of the key that is replaced. */
const OF_ITS_OWN: ReadonlySet<Member> = new Set(['keyId', 'endpointId', 'replaces']);

const isTextList = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const valueText = (
  { texts, profile }: Inside,
  nameOf: (userId: string) => string,
  member: Member,
  value: unknown,
): string | undefined => {
  if (member === 'approvalMatrix')
    return value === undefined ? value : policyLines(value, texts).join(' ');
  if (isTextList(value)) return value.join(', ');
  if (typeof value === 'number') return texts.moment(value, profile.timeZone);
  if (typeof value !== 'string') return undefined;
  const isUser = member === 'userId' || member === 'actsAsUserId' || member === 'suspendedBy';
  return isUser ? nameOf(value) : value;
};

/** What a change would change: each new value, with the old one where it is another. */
const changeFacts = (
  inside: Inside,
  nameOf: (userId: string) => string,
  { details }: SettingsChangeView,
  now: Values,
): ReadonlyArray<Fact> => {
  const { waiting } = inside.texts;
  const members = Object.entries(waiting.members) as ReadonlyArray<readonly [Member, string]>;
  return members.flatMap(([member, label]): ReadonlyArray<Fact> => {
    const before = valueText(inside, nameOf, member, now[member]);
    const next = valueText(inside, nameOf, member, details[member]);
    if (next === undefined)
      return NAMES_IT.has(member) && before !== undefined ? [[label, before]] : [];
    const isChanged = before !== undefined && before !== next && !OF_ITS_OWN.has(member);
    const said = next === '' ? waiting.empty : next;
    const shown: ComponentChildren = isChanged ? (
      <>
        {said}
        <span class="sub">{waiting.now(before)}</span>
      </>
    ) : (
      said
    );
    return [[label, shown]];
  });
};

const proposedFacts = (
  { texts, profile }: Inside,
  nameOf: (userId: string) => string,
  { proposedBy, proposedAt, expiresAt }: SettingsChangeView,
): ReadonlyArray<Fact> => [
  [texts.waiting.by, nameOf(proposedBy)],
  [texts.waiting.since, texts.moment(proposedAt, profile.timeZone)],
  [texts.waiting.until, texts.moment(expiresAt, profile.timeZone)],
];

/** What a proposed policy would change as things stand now. */
const effectOf = async (
  inside: Inside,
  { kind, details: { approvalMatrix } }: SettingsChangeView,
): Promise<ReadonlyArray<Fact>> => {
  if (kind !== 'put_approval_policy' || !ApprovalMatrix.is(approvalMatrix)) return [];
  const { engine, person } = inside;
  const preview = await engine.previewApprovalPolicy(person.tenant, {
    actorUserId: person.userId,
    approvalMatrix,
  });
  return E.isRight(preview) ? effectFacts(preview.right, inside) : [];
};

const acts = (
  inside: Inside,
  nameOf: (userId: string) => string,
  { changeId, kind, proposedBy }: SettingsChangeView,
): ReadonlyArray<Act> => {
  const { waiting } = inside.texts;
  if (!holds(inside, 'settings.approve') || proposedBy === inside.person.userId) return [];
  const [what, by] = [waiting.kinds[kind], nameOf(proposedBy)];
  return [
    {
      text: waiting.approve,
      label: waiting.approveOf(what, by),
      path: `${AT}/approve?changeId=${changeId}`,
    },
    {
      text: waiting.reject,
      label: waiting.rejectOf(what, by),
      path: `${AT}/reject?changeId=${changeId}`,
    },
  ];
};

const list = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person, texts } = inside;
  const { waiting } = texts;
  const { tenant, userId: actorUserId } = person;
  const found = await engine.listSettingsChanges(tenant, {
    actorUserId,
    state: 'pending',
    ...askedPiece(inside),
  });
  if (E.isLeft(found)) return restarted(found.left, inside, AT);
  const { items, nextCursor } = found.right;
  const now = await valuesNow(inside, items);
  // Who only looks after webhooks sees no other settings, and decides on nothing here.
  const seenOf = (values: E.Either<Refusal, Values>) =>
    E.isRight(values) ? values.right : NOTHING;
  const nameOf = await namesOf(inside);
  const page = thingsPage(inside, { part: 'waiting', title: waiting.title }, [
    {
      title: waiting.list,
      intro: waiting.intro,
      none: waiting.none,
      next: nextPiece(AT, nextCursor),
      things: items.map((change) => ({
        id: change.changeId,
        name: waiting.kinds[change.kind],
        state: change.proposedBy === actorUserId ? waiting.own : undefined,
        facts: [
          ...changeFacts(inside, nameOf, change, seenOf(now(change))),
          ...proposedFacts(inside, nameOf, change),
        ],
        acts: acts(inside, nameOf, change),
      })),
    },
  ]);
  return { kind: 'page', status: 200, page };
};

/** No more changes than this wait at a time, and a page of a list holds as many. */
const PENDING_MAX = 100;

/** A change that still waits. */
const changeWith = async (
  { engine, person }: Inside,
  changeId: string,
): Promise<E.Either<Refusal, SettingsChangeView>> => {
  const found = await engine.listSettingsChanges(person.tenant, {
    actorUserId: person.userId,
    state: 'pending',
    limit: PENDING_MAX,
  });
  if (E.isLeft(found)) return found;
  const change = found.right.items.find((one) => one.changeId === changeId);
  return change === undefined ? E.left({ _tag: 'SettingsChangeNotFound' }) : E.right(change);
};

/** What a change would replace, as it is. */
const replacedNow = async (
  inside: Inside,
  value: Typed['value'],
): Promise<E.Either<Refusal, Now>> => {
  const change = await changeWith(inside, value('changeId'));
  if (E.isLeft(change)) return change;
  const now = (await valuesNow(inside, [change.right]))(change.right);
  const members = Object.keys(inside.texts.waiting.members) as ReadonlyArray<Member>;
  return E.map((values: Values) => ({
    seen: JSON.stringify(members.map((member) => values[member])),
  }))(now);
};

interface Decision {
  readonly changeId: string;
  readonly action: 'approve' | 'reject';
  readonly comment?: string;
}

const decision = (action: Decision['action']): Deed<Decision, SettingsChangeView> => ({
  part: 'waiting',
  name: action,
  permissions: ['settings.approve'],
  ...(action === 'approve' && { isConfirmed: true }),
  ask: async (inside, typed) => {
    const { waiting } = inside.texts;
    const change = await changeWith(inside, typed.value('changeId'));
    if (E.isLeft(change)) return change;
    const { changeId, kind } = change.right;
    const nameOf = await namesOf(inside);
    const now = (await valuesNow(inside, [change.right]))(change.right);
    if (E.isLeft(now)) return now;
    const ask = action === 'approve' ? waiting.approveTitle : waiting.rejectTitle;
    return E.right({
      title: ask(waiting.kinds[kind]),
      text: [action === 'approve' ? waiting.approveText : waiting.rejectText],
      facts: [
        ...changeFacts(inside, nameOf, change.right, now.right),
        ...(await effectOf(inside, change.right)),
        ...proposedFacts(inside, nameOf, change.right),
      ],
      hidden: { changeId },
      fields: (
        <CommentField
          label={waiting.comment}
          hint={waiting.commentHint}
          value={typed.value('comment')}
          fault={typed.isFaulty('comment') ? waiting.badComment : undefined}
        />
      ),
      button: waiting[action],
    });
  },
  // A rejection replaces nothing.
  ...(action === 'approve' && { now: replacedNow }),
  values: (form) => {
    const comment = textIn(form, 'comment');
    const changeId = textIn(form, 'changeId');
    return { changeId, action, ...(comment !== '' && { comment }) };
  },
  run: (changes, person, input) =>
    changes.decideSettingsChange(person.tenant, { ...input, ...givenBy(person) }),
  done: ({ state }, { texts: { waiting } }) => ({
    title: state === 'approved' ? waiting.approved : waiting.rejected,
  }),
});

/** Changes of settings that wait for a second person, and the decisions on them. */
export const waitingRoutes = (routes: InsideRoutes, mailbox: Mailbox): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: AT, answer: list }),
  ...deedRoutes(routes, mailbox, decision('approve')),
  ...deedRoutes(routes, mailbox, decision('reject')),
];
