import type * as t from 'io-ts';
import { E } from '../../../kernel/fp.js';
import type { InvalidInput } from '../../../kernel/codecs/decode.js';
import { record } from '../../../kernel/codecs/record.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import { Storage } from '../../../storage/storage.js';
import { WebhookSender } from '../../../ports/webhook-sender.js';
import { proposal } from '../../settings/proposal.js';
import type { TooManySettingsChanges } from '../../../model/settings/change/settings-change-errors.js';
import type { AwaitsApproval } from '../../../model/settings/change/settings-change-view.js';
import { token } from '../../../kernel/token.js';
import { changeWebhookEndpointChange } from './endpoint-changes.js';
import { EndpointInput } from './endpoint-input.js';
import { endpointFor, foundEndpoint, shownAgain, type EndpointDenied } from './endpoint-person.js';
import { checkUrl, WebhookEndpointChange } from './endpoint-request.js';
import type { WebhookEndpointView } from './endpoint-view.js';
import type { WebhookEndpoint } from '../../../model/webhook/endpoint/endpoint.js';
import { isNarrower } from '../../../model/webhook/endpoint/subscription.js';

const ChangeWebhookEndpointInput = record(
  'ChangeWebhookEndpointInput',
  EndpointInput.required,
  WebhookEndpointChange.optional,
);
type ChangeWebhookEndpointInput = t.TypeOf<typeof ChangeWebhookEndpointInput>;

type ChangeWebhookEndpointError = EndpointDenied | InvalidInput | TooManySettingsChanges;

/** The endpoint as it is now, and the change that waits, where it does. */
export type ChangedWebhookEndpoint = WebhookEndpointView & AwaitsApproval;

/**
 * Changes an endpoint; what is left out stays. One that is enabled again is sent what has
 * gathered meanwhile. Another URL, and for an endpoint that is enabled fewer events and its disabling, may have to
 * wait for a second person, and all that was to change with it.
 */
export type ChangeWebhookEndpoint = UseCase<
  ChangeWebhookEndpointInput,
  ChangeWebhookEndpointError,
  ChangedWebhookEndpoint
>;
export const ChangeWebhookEndpoint = token<ChangeWebhookEndpoint>('ChangeWebhookEndpoint');

/** Whether an endpoint would be sent to elsewhere, or a live one less than it is. */
const takesAway = (
  before: WebhookEndpoint,
  { url, eventTypes, status }: WebhookEndpointChange,
): boolean =>
  (url !== undefined && url !== before.url) ||
  (before.disabled === undefined &&
    (status === 'disabled' ||
      (eventTypes !== undefined && isNarrower(eventTypes, before.eventTypes))));

export const makeChangeWebhookEndpoint = proposal(
  ChangeWebhookEndpoint,
  ChangeWebhookEndpointInput,
  { Storage, Sender: WebhookSender },
  ({ storage, sender }) => ({
    kind: changeWebhookEndpointChange,
    prepare: async (tenant, { actorUserId, endpointId, url }) => {
      const asked = await storage.read((s) => endpointFor(s, tenant, actorUserId, endpointId));
      return E.isLeft(asked) ? asked : checkUrl(sender, url);
    },
    want: async (stores, { tenant }, { actorUserId: _, endpointId, ...change }) => {
      const found = await foundEndpoint(stores, tenant, endpointId);
      return E.map((before: WebhookEndpoint) => ({
        payload: { endpointId, change },
        waitsForNobody: !takesAway(before, change),
        answer: () => shownAgain(stores, tenant, before),
      }))(found);
    },
  }),
);
