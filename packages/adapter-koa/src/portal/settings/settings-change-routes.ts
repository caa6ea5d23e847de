import type { Json } from '@hundi/core';
import {
  DecideSettingsChangeInput,
  documented,
  SettingsChangesQuery,
  SettingsChangeView,
  record,
} from '@hundi/core/wire';
import * as t from 'io-ts';
import {
  approvedChange,
  rejectedChange,
  settingsChangePage,
} from '../../examples/portal-settings.js';
import { jsonBody } from '../../http/body/json-body.js';
import { cursorAnswer, cursorPageOf } from '../../http/list-answer.js';
import { cursorQuery } from '../../http/page-query.js';
import { pathId } from '../../http/path-id.js';
import { portalRoute, type About, type PortalRoute } from '../../route/route.js';
import { portalChange } from '../../route/portal-change.js';
import { givenBy } from '../../route/given-by.js';

const SHAPE = /^sc_[0-9a-f-]{36}$/;

const ChangeId = pathId<string>(
  documented(
    t.refinement(t.string, (text) => SHAPE.test(text), 'ChangeId'),
    { type: 'string', pattern: SHAPE.source, description: 'The changeId of a change.' },
  ),
);

const { comment } = DecideSettingsChangeInput.optional;
const Word = record('SettingsDecision', {}, { comment });

const listSettingsChanges = portalRoute({
  method: 'GET',
  path: '/portal/v1/settings-changes',
  about: {
    operationId: 'listSettingsChanges',
    tag: 'Changes of settings',
    summary: 'List settings changes',
    description:
      'Lists the settings changes that wait, or have waited, for approval by a second person, newest first. Requires a permission to view, edit or approve settings or to manage webhooks. If the bank has configured the corporate so, new keys, webhook endpoint URLs, return hosts and reinstatements need this approval. An approval policy and the reset of second factors always need it.',
  },
  params: {},
  query: { ...SettingsChangesQuery, ...cursorQuery(50, 100) },
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied', 'InvalidCursor'],
  success: {
    status: 200,
    body: cursorAnswer('SettingsChangePage', SettingsChangeView),
    example: settingsChangePage,
  },
  run: (engine, { caller, query: { limit, after, state } }) =>
    engine.listSettingsChanges(caller.tenant, {
      actorUserId: caller.userId,
      limit,
      ...(after !== undefined && { after }),
      ...(state !== undefined && { state }),
    }),
  reply: cursorPageOf,
});

const REFUSALS = [
  'ActorNotFound',
  'SettingsDenied',
  'SettingsChangeNotFound',
  'OwnSettingsChange',
  'SettingsChangeOver',
  // The use case refuses these of an approval only; the types do not say so.
  'ProposerNotEligible',
  'NotAsProposed',
  'SecondFactorNeeded',
  'SubjectGone',
  'NoLongerValid',
  'ApiKeyNotLive',
  'TooManyLiveKeys',
  'TooManyWebhookEndpoints',
  'TooManyWebhookSecrets',
  'SuspensionOver',
  'HeldSince',
  'OwnFactorReset',
  'FactorsChanged',
  'ApprovalPolicyOutdated',
  'CheckoutSettingsOutdated',
] as const;

/** The differences between the two decisions on a change. */
interface Decision {
  readonly action: DecideSettingsChangeInput['action'];
  readonly confirmed?: true;
  readonly about: Omit<About, 'tag'>;
  readonly comment: string;
  readonly example: Json;
}

const decision = ({ action, about, comment, example, ...rest }: Decision): PortalRoute =>
  portalChange({
    ...rest,
    path: `/portal/v1/settings-changes/{changeId}/${action}`,
    about: { ...about, tag: 'Changes of settings' },
    params: { changeId: ChangeId },
    body: jsonBody(Word, { comment }),
    refusals: REFUSALS,
    success: { status: 200, body: SettingsChangeView, example },
    run: (engine, { caller, params, body }) =>
      engine.decideSettingsChange(caller.tenant, {
        ...body,
        ...params,
        actorUserId: caller.userId,
        ...givenBy(caller),
        action,
      }),
    reply: (body) => ({ body }),
  });

const approveSettingsChange = decision({
  action: 'approve',
  confirmed: true,
  about: {
    operationId: 'approveSettingsChange',
    summary: 'Approve a settings change',
    description:
      'Makes the change. Requires the permission to approve settings; you cannot approve a change that you proposed. The new key, return host, approval policy or reinstatement, or the change of the webhook endpoint, takes effect with this response. If the change can no longer be made, the request is rejected and the change continues to wait. A change that is not as it was proposed, because the database was written by hand, is refused (409) and continues to wait: reject it. Where approvals need a second factor, give one first with POST /portal/v1/factor-challenges to approve an approval policy; where the corporate asks for one at all and you have one, also to approve a second factor or the reset of second factors.',
  },
  comment: 'Checked with the ERP team',
  example: approvedChange,
});

const rejectSettingsChange = decision({
  action: 'reject',
  about: {
    operationId: 'rejectSettingsChange',
    summary: 'Reject a settings change',
    description:
      'Rejects a proposed change, which then never takes effect. Requires the permission to approve settings; you cannot reject a change that you proposed.',
  },
  comment: 'Not ours',
  example: rejectedChange,
});

/** Every call about changes that wait for a second person. */
export const settingsChangeRoutes: ReadonlyArray<PortalRoute> = [
  listSettingsChanges,
  approveSettingsChange,
  rejectSettingsChange,
];
