import {
  CheckoutSettingsInput,
  CheckoutSettingsView,
  documented,
  record,
  SettingsChangeView,
} from '@hundi/core';
import { checkoutSettings } from '../../examples/checkout.js';
import { jsonBody } from '../../http/body/json-body.js';
import { portalRoute } from '../../route/route.js';

export const getCheckoutSettings = portalRoute({
  method: 'GET',
  path: '/portal/v1/checkout-settings',
  about: {
    operationId: 'getCheckoutSettings',
    tag: 'Checkout settings',
    summary: 'Read the checkout settings',
    description: 'For people who may view, edit or approve settings.',
  },
  params: {},
  query: {},
  headers: {},
  refusals: ['ActorNotFound', 'SettingsDenied'],
  success: { status: 200, body: CheckoutSettingsView, example: checkoutSettings },
  run: (engine, { caller }) => engine.getCheckoutSettings(caller.tenant, caller.userId),
  reply: (body) => ({ body }),
});

const PutSettings = documented(
  record('PutCheckoutSettings', CheckoutSettingsView.required, {
    settingsChange: SettingsChangeView,
  }),
  {
    description:
      'The settings as they are now. Where they have a settingsChange, what was asked for waits for a second person.',
  },
);

export const putCheckoutSettings = portalRoute({
  confirmed: true,
  method: 'PUT',
  path: '/portal/v1/checkout-settings',
  about: {
    operationId: 'putCheckoutSettings',
    tag: 'Checkout settings',
    summary: 'Replace the checkout settings',
    description:
      'For people who may edit settings: where customers may be sent back to, and what their statements say. Sessions that exist keep the addresses that they were created with. Where the answer has a settingsChange, a new host waits for a second person, and all that was to change with it.',
  },
  params: {},
  query: {},
  headers: {},
  body: jsonBody(CheckoutSettingsInput, checkoutSettings),
  refusals: ['ActorNotFound', 'SettingsDenied', 'TooManySettingsChanges'],
  success: { status: 200, body: PutSettings, example: checkoutSettings },
  run: (engine, { caller, body }) => engine.putCheckoutSettings(caller.tenant, caller.userId, body),
  reply: (body) => ({ body }),
});
