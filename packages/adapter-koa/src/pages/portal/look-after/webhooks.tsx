import { E } from '@hundi/core';
import type {
  AwaitsApproval,
  NewWebhookSecret,
  WebhookDelivery,
  WebhookEndpointView,
} from '@hundi/core/wire';
import type { Refusal } from '../../../problem/refusal.js';
import type { PageAnswer, PageRoute } from '../../page-route.js';
import { TextField } from '../form-field.js';
import type { Inside, InsideRoutes } from '../inside.js';
import type { Mailbox } from '../mailbox.js';
import {
  deedRoutes,
  refused,
  restarted,
  textIn,
  type Asked,
  type Deed,
  type Now,
  type Typed,
} from './deed.js';
import { partPath } from './parts.js';
import { SelectField } from './select-field.js';
import { askedPiece, nextPiece, pieceOf, thingsPage, type Act, type Fact } from './things-page.js';

const AT = partPath('webhooks');
const ATTEMPTS = `${AT}/attempts` as const;

const attemptsPath = (endpointId: string) =>
  `${ATTEMPTS}?endpointId=${encodeURIComponent(endpointId)}` as const;

const stateOf = (
  { texts, profile }: Inside,
  { status, disabledBy, disabledAt = 0, queue }: WebhookEndpointView,
): string => {
  const { states } = texts.webhooks;
  const since = texts.moment(disabledAt, profile.timeZone);
  if (status === 'enabled') return queue.dead > 0 ? states.failing(queue.dead) : states.enabled;
  if (disabledBy === 'gone') return states.gone(since);
  return disabledBy === 'failing' ? states.broken(since) : states.person(since);
};

/** What people change of an endpoint. */
const termsOf = (
  { texts: { webhooks } }: Inside,
  { url, eventTypes, description }: WebhookEndpointView,
): ReadonlyArray<Fact> => [
  [webhooks.url, url],
  [webhooks.events, eventTypes.join(', ')],
  ...(description === undefined ? [] : [[webhooks.description, description] as const]),
];

const factsOf = (
  { texts, profile }: Inside,
  { endpointId, eventTypes, queue, description, createdAt, oldSecretUntil }: WebhookEndpointView,
): ReadonlyArray<Fact> => {
  const { webhooks } = texts;
  const at = (moment: number): string => texts.moment(moment, profile.timeZone);
  return [
    [webhooks.events, eventTypes.join(', ')],
    [webhooks.waiting, queue.waiting.toLocaleString(texts.locale)],
    [webhooks.dead, queue.dead.toLocaleString(texts.locale)],
    ...(description === undefined ? [] : [[webhooks.description, description] as const]),
    [webhooks.made, at(createdAt)],
    ...(oldSecretUntil === undefined ? [] : [[webhooks.oldSecret, at(oldSecretUntil)] as const]),
    [webhooks.id, endpointId],
  ];
};

type Verb = 'test' | 'replay' | 'change' | 'rotate' | 'disable' | 'enable' | 'delete';

const actsOn = (
  { texts: { webhooks } }: Inside,
  { endpointId, url, status }: WebhookEndpointView,
): ReadonlyArray<Act> => {
  const isOn = status === 'enabled';
  const verbs: ReadonlyArray<Verb> = [
    ...(isOn ? (['test'] as const) : []),
    'replay',
    'change',
    'rotate',
    isOn ? 'disable' : 'enable',
    'delete',
  ];
  return [
    { text: webhooks.attempts, label: webhooks.attemptsOf(url), path: attemptsPath(endpointId) },
    ...verbs.map((verb) => ({
      text: webhooks[verb],
      label: webhooks[`${verb}Of`](url),
      path: `${AT}/${verb}?endpointId=${encodeURIComponent(endpointId)}` as const,
    })),
  ];
};

const list = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person, texts } = inside;
  const { webhooks } = texts;
  const all = await engine.listWebhookEndpoints(person.tenant, { actorUserId: person.userId });
  if (E.isLeft(all)) return refused(inside, all.left);
  const { items, ...next } = pieceOf(inside, all.right, AT);
  const page = thingsPage(inside, { part: 'webhooks', title: webhooks.title }, [
    {
      title: webhooks.list,
      intro: webhooks.intro,
      none: webhooks.none,
      acts: [{ text: webhooks.make, path: `${AT}/make` }],
      things: items.map((endpoint) => ({
        id: endpoint.endpointId,
        name: endpoint.url,
        state: stateOf(inside, endpoint),
        facts: factsOf(inside, endpoint),
        acts: actsOn(inside, endpoint),
      })),
      ...next,
    },
  ]);
  return { kind: 'page', status: 200, page };
};

const endpointWith = (
  { engine, person }: Inside,
  endpointId: string,
): Promise<E.Either<Refusal, WebhookEndpointView>> =>
  engine.getWebhookEndpoint(person.tenant, { actorUserId: person.userId, endpointId });

const answerText = ({ texts: { webhooks } }: Inside, { code, error }: WebhookDelivery): string => {
  if (code !== undefined) return String(code);
  const known = Object.entries(webhooks.noAnswer).find(([fault]) => fault === error);
  return known?.[1] ?? webhooks.noAnswer.connection_failed;
};

const attemptFacts = (inside: Inside, attempt: WebhookDelivery): ReadonlyArray<Fact> => {
  const { texts, profile } = inside;
  const { webhooks } = texts;
  const at = (moment: number): string => texts.moment(moment, profile.timeZone);
  const { nextAttemptAt, answer = '' } = attempt;
  return [
    [webhooks.at, at(attempt.at)],
    [webhooks.attempt, String(attempt.attempt)],
    [webhooks.answer, answerText(inside, attempt)],
    ...(answer === '' ? [] : [[webhooks.said, answer] as const]),
    [webhooks.took, webhooks.ms(attempt.durationMs)],
    ...(nextAttemptAt === undefined ? [] : [[webhooks.next, at(nextAttemptAt)] as const]),
    [webhooks.event, attempt.eventId],
  ];
};

const TEST = 'webhook.test';

const attempts = async (inside: Inside): Promise<PageAnswer> => {
  const { engine, person, visit, texts } = inside;
  const { webhooks } = texts;
  const endpointId = visit.query('endpointId') ?? '';
  const endpoint = await endpointWith(inside, endpointId);
  if (E.isLeft(endpoint)) return refused(inside, endpoint.left, AT);
  const here = attemptsPath(endpointId);
  const found = await engine.listWebhookDeliveries(person.tenant, {
    actorUserId: person.userId,
    endpointId,
    ...askedPiece(inside),
  });
  if (E.isLeft(found)) return restarted(found.left, inside, here);
  const { items, nextCursor } = found.right;
  const page = thingsPage(inside, { part: 'webhooks', title: webhooks.attemptsTitle }, [
    {
      title: webhooks.attempts,
      intro: webhooks.attemptsIntro(endpoint.right.url),
      none: webhooks.noAttempt,
      next: nextPiece(here, nextCursor),
      things: items.map((attempt) => {
        const { eventId, type } = attempt;
        const query = new URLSearchParams({ endpointId, eventId });
        return {
          id: `${eventId} ${String(attempt.at)} ${String(attempt.attempt)}`,
          name: type,
          state: webhooks.outcomes[attempt.status],
          facts: attemptFacts(inside, attempt),
          // No journal holds a test: another one is sent in its place.
          acts:
            type === TEST
              ? []
              : [
                  {
                    text: webhooks.replay,
                    label: webhooks.againOf(eventId),
                    path: `${AT}/replay?${query.toString()}` as const,
                  },
                ],
        };
      }),
    },
  ]);
  return { kind: 'page', status: 200, page };
};

interface OfEndpoint {
  readonly endpointId: string;
}

const OF_WEBHOOKS = { part: 'webhooks', permissions: ['webhooks.manage'] } as const;

/** Asks something of an endpoint that is there. */
const askOfEndpoint =
  (
    verb: Verb,
    more: (
      inside: Inside,
      typed: Typed,
      endpoint: WebhookEndpointView,
    ) => Partial<Asked> = () => ({}),
  ): Deed<OfEndpoint, object>['ask'] =>
  async (inside, typed) => {
    const endpointId = typed.value('endpointId');
    const endpoint = await endpointWith(inside, endpointId);
    if (E.isLeft(endpoint)) return endpoint;
    const { webhooks } = inside.texts;
    const text = verb === 'change' ? [] : [webhooks[`${verb}Text`]];
    return E.right({
      title: webhooks[`${verb}Title`],
      text,
      facts: [[webhooks.url, endpoint.right.url], ...factsOf(inside, endpoint.right)],
      hidden: { endpointId },
      button: webhooks[verb],
      ...more(inside, typed, endpoint.right),
    });
  };

/** An endpoint as it is: nobody does to another one than the page showed. */
const endpointNow = async (
  inside: Inside,
  value: Typed['value'],
): Promise<E.Either<Refusal, Now>> =>
  E.map((endpoint: WebhookEndpointView): Now => ({
    seen: JSON.stringify([
      endpoint.status,
      endpoint.url,
      endpoint.eventTypes,
      endpoint.description ?? '',
    ]),
    facts: [[inside.texts.links.state, stateOf(inside, endpoint)], ...termsOf(inside, endpoint)],
  }))(await endpointWith(inside, value('endpointId')));

const ofEndpoint = (form: Parameters<Deed<OfEndpoint, object>['values']>[0]): OfEndpoint => ({
  endpointId: textIn(form, 'endpointId'),
});

const testing: Deed<OfEndpoint, { readonly eventId: string }> = {
  ...OF_WEBHOOKS,
  name: 'test',
  ask: askOfEndpoint('test'),
  values: ofEndpoint,
  back: (value) => attemptsPath(value('endpointId')),
  run: (changes, { tenant }, input) => changes.testWebhookEndpoint(tenant, input),
  done: ({ eventId }, { texts: { webhooks } }) => ({
    title: webhooks.tested,
    text: webhooks.testedText,
    facts: [[webhooks.event, eventId]],
  }),
};

interface Replay extends OfEndpoint {
  readonly eventIds?: ReadonlyArray<string>;
  readonly since?: number;
}

const HOUR = 3_600_000;
const DAY_IN_HOURS = '24';

const replay: Deed<Replay, { readonly queued: number }> = {
  ...OF_WEBHOOKS,
  name: 'replay',
  ask: askOfEndpoint('replay', ({ texts: { webhooks }, profile }, typed, { endpointId }) => {
    const eventId = typed.value('eventId');
    // The moment to count from belongs to the form: sent twice, it asks for the same.
    const counted = { endpointId, from: typed.value('from') || String(profile.now) };
    return eventId === ''
      ? {
          hidden: counted,
          fields: (
            <SelectField
              name="hours"
              label={webhooks.replaySince}
              options={Object.entries(webhooks.spans)}
              value={typed.value('hours') || DAY_IN_HOURS}
            />
          ),
        }
      : {
          text: [webhooks.replayOneText],
          facts: [[webhooks.event, eventId]],
          hidden: { endpointId, eventId },
        };
  }),
  values: (form) => {
    const eventId = textIn(form, 'eventId');
    return {
      ...ofEndpoint(form),
      ...(eventId === ''
        ? { since: Number(textIn(form, 'from')) - Number(textIn(form, 'hours')) * HOUR }
        : { eventIds: [eventId] }),
    };
  },
  back: (value) => attemptsPath(value('endpointId')),
  run: (changes, { tenant }, input) => changes.replayWebhooks(tenant, input),
  done: ({ queued }, { texts }) => ({ title: texts.webhooks.replayed(queued) }),
};

type Changed = WebhookEndpointView & AwaitsApproval;

const switching = (
  verb: 'enable' | 'disable',
): Deed<OfEndpoint & { readonly status: WebhookEndpointView['status'] }, Changed> => ({
  ...OF_WEBHOOKS,
  name: verb,
  isConfirmed: true,
  ask: askOfEndpoint(verb),
  now: endpointNow,
  values: (form) => ({ ...ofEndpoint(form), status: `${verb}d` }),
  run: (changes, { tenant }, input) => changes.changeWebhookEndpoint(tenant, input),
  done: (_, { texts }) => ({ title: texts.webhooks[`${verb}d`] }),
});

const Fields = ({
  inside: { texts },
  typed,
  before,
}: {
  readonly inside: Inside;
  readonly typed: Typed;
  readonly before?: WebhookEndpointView;
}) => {
  const { webhooks } = texts;
  const wasTyped = typed.isChecked('url');
  const shown = (name: string, now: string): string => (wasTyped ? typed.value(name) : now);
  const fault = (name: string, text: string) => (typed.isFaulty(name) ? text : undefined);
  return (
    <>
      <TextField
        name="url"
        label={webhooks.url}
        value={shown('url', before?.url ?? '')}
        maxlength={2048}
        hint={webhooks.urlHint}
        fault={fault('url', webhooks.badUrl)}
      />
      <TextField
        name="eventTypes"
        label={webhooks.events}
        value={shown('eventTypes', before?.eventTypes.join(' ') ?? '*')}
        hint={webhooks.eventsHint}
        fault={fault('eventTypes', webhooks.badEvents)}
      />
      <TextField
        name="description"
        label={webhooks.description}
        value={shown('description', before?.description ?? '')}
        fault={fault('description', webhooks.badDescription)}
      />
    </>
  );
};

interface Endpoint {
  readonly url: string;
  readonly eventTypes: ReadonlyArray<string>;
  readonly description?: string;
}

const endpointIn = (form: Parameters<Deed<Endpoint, object>['values']>[0]): Endpoint => {
  const description = textIn(form, 'description');
  return {
    url: textIn(form, 'url'),
    eventTypes: textIn(form, 'eventTypes')
      .split(/[\s,]+/)
      .filter((one) => one !== ''),
    ...(description !== '' && { description }),
  };
};

const making: Deed<Endpoint, NewWebhookSecret> = {
  ...OF_WEBHOOKS,
  name: 'make',
  isConfirmed: true,
  ask: async (inside, typed) => {
    const { webhooks } = inside.texts;
    return E.right({
      title: webhooks.makeTitle,
      text: [webhooks.makeText],
      fields: <Fields inside={inside} typed={typed} />,
      button: webhooks.make,
    });
  },
  values: endpointIn,
  run: (changes, { tenant }, input) => changes.createWebhookEndpoint(tenant, input),
  done: ({ secret }, { texts: { webhooks } }) => ({
    title: webhooks.newTitle,
    secret: { label: webhooks.secret, text: secret },
  }),
};

/** The field of a form that showed a description. */
const DESCRIBED = 'described';

const change: Deed<OfEndpoint & Endpoint, Changed> = {
  ...OF_WEBHOOKS,
  name: 'change',
  isConfirmed: true,
  ask: askOfEndpoint('change', (inside, typed, before) => ({
    hidden: {
      endpointId: before.endpointId,
      ...(before.description !== undefined && { [DESCRIBED]: 'yes' }),
    },
    fields: <Fields inside={inside} typed={typed} before={before} />,
  })),
  now: endpointNow,
  values: (form) => ({
    ...ofEndpoint(form),
    // An empty description takes away the one that the form showed.
    ...(form.get(DESCRIBED) === 'yes' && { description: '' }),
    ...endpointIn(form),
  }),
  run: (changes, { tenant }, input) => changes.changeWebhookEndpoint(tenant, input),
  done: (_, { texts }) => ({ title: texts.webhooks.changed }),
};

const rotation: Deed<OfEndpoint, NewWebhookSecret> = {
  ...OF_WEBHOOKS,
  name: 'rotate',
  isConfirmed: true,
  ask: askOfEndpoint('rotate'),
  now: endpointNow,
  values: ofEndpoint,
  run: (changes, { tenant }, input) => changes.rotateWebhookSecret(tenant, input),
  done: ({ secret }, { texts: { webhooks } }) => ({
    title: webhooks.rotated,
    secret: { label: webhooks.secret, text: secret },
  }),
};

const deletion: Deed<OfEndpoint, AwaitsApproval> = {
  ...OF_WEBHOOKS,
  name: 'delete',
  isConfirmed: true,
  ask: askOfEndpoint('delete'),
  now: endpointNow,
  values: ofEndpoint,
  run: (changes, { tenant }, input) => changes.deleteWebhookEndpoint(tenant, input),
  done: (_, { texts }) => ({ title: texts.webhooks.deleted }),
};

/** Webhook endpoints, what was sent to them, and what is done about them. */
export const webhookRoutes = (routes: InsideRoutes, mailbox: Mailbox): ReadonlyArray<PageRoute> => [
  ...routes.page({ path: AT, answer: list }),
  ...routes.page({ path: ATTEMPTS, answer: attempts }),
  ...deedRoutes(routes, mailbox, making),
  ...deedRoutes(routes, mailbox, change),
  ...deedRoutes(routes, mailbox, switching('enable')),
  ...deedRoutes(routes, mailbox, switching('disable')),
  ...deedRoutes(routes, mailbox, rotation),
  ...deedRoutes(routes, mailbox, deletion),
  ...deedRoutes(routes, mailbox, testing),
  ...deedRoutes(routes, mailbox, replay),
];
