import {
  CheckoutSettingsInput,
  CheckoutSettingsView,
  documented,
  record,
  SettingsChangeView,
} from '@hundi/core/wire';
import { checkoutSettings } from '../../examples/checkout.js';
import { jsonBody } from '../../http/body/json-body.js';
import { portalChange } from '../../route/portal-change.js';
import { portalRoute } from '../../route/route.js';

export const getCheckoutSettings = portalRoute({
  method: 'GET',
  path: '/portal/v1/checkout-settings',
  about: {
    operationId: 'getCheckoutSettings',
    tag: 'Checkout settings',
    summary: 'Read the checkout settings',
    description:
      'Returns the checkout settings. Requires a permission to view, edit or approve settings.',
  },
  params: {},
  query: {},
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied'],
  success: { status: 200, body: CheckoutSettingsView, example: checkoutSettings },
  run: (engine, { caller }) =>
    engine.getCheckoutSettings(caller.tenant, { actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});

const PutSettings = documented(
  record('PutCheckoutSettings', CheckoutSettingsView.required, {
    settingsChange: SettingsChangeView,
  }),
  {
    description:
      'The settings as they are now. If the response has a settingsChange, the requested values wait for approval by a second person.',
  },
);

export const putCheckoutSettings = portalChange({
  confirmed: true,
  method: 'PUT',
  path: '/portal/v1/checkout-settings',
  about: {
    operationId: 'putCheckoutSettings',
    tag: 'Checkout settings',
    summary: 'Replace the checkout settings',
    description:
      'Sets the hosts to which customers can return and the text on their card statements. Requires the permission to edit settings. Existing sessions keep the URLs that they were created with. If the response has a settingsChange, a new host, and every other change in the same request, waits for approval by a second person.',
  },
  params: {},
  body: jsonBody(CheckoutSettingsInput, checkoutSettings),
  refusals: [
    'ActorNotFound',
    'SettingsDenied',
    'TooManySettingsChanges',
    // Its use case refuses this of an approval only; the types do not say so.
    'CheckoutSettingsOutdated',
  ],
  success: { status: 200, body: PutSettings, example: checkoutSettings },
  run: (engine, { caller, body }) =>
    engine.putCheckoutSettings(caller.tenant, { ...body, actorUserId: caller.userId }),
  reply: (body) => ({ body }),
});
