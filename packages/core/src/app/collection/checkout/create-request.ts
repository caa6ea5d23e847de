import * as t from 'io-ts';
import type { Brand } from '../../../kernel/codecs/brand.js';
import { invalid, type Issue } from '../../../kernel/codecs/decode.js';
import { isRegistered, readDestination } from '../../../kernel/values/destination.js';
import { documented } from '../../../kernel/codecs/documented.js';
import { CURRENCY, Paise } from '../../../kernel/values/money.js';
import { record } from '../../../kernel/codecs/record.js';
import { Description } from '../../../kernel/values/text.js';
import { CheckoutReference } from '../../../model/collection/session/collection-session.js';
import {
  RETURN_PARAMETERS,
  SIGNATURE_PARAMETER,
} from '../../../model/collection/session/return-signature.js';

const OURS: ReadonlyArray<string> = [...RETURN_PARAMETERS, SIGNATURE_PARAMETER];

/** Most frameworks read the first of two parameters with one name: the merchant's own would hide the signed one. */
const isReturnUrl = (text: string): boolean => {
  const destination = readDestination(text);
  return destination !== undefined && !OURS.some((name) => destination.parameters.has(name));
};

/** Where a customer may go back to: an absolute URL. Its host is looked at where the settings are known. */
const ReturnUrl = documented(
  new t.Type<t.Branded<string, Brand<'ReturnUrl'>>, string>(
    'ReturnUrl',
    (u): u is t.Branded<string, Brand<'ReturnUrl'>> => typeof u === 'string' && isReturnUrl(u),
    (u, context) =>
      typeof u === 'string' && isReturnUrl(u)
        ? t.success(u as t.Branded<string, Brand<'ReturnUrl'>>)
        : t.failure(
            u,
            context,
            `an https URL of at most 2,000 characters without user name and password, and without the parameters ${OURS.join(', ')}`,
          ),
    t.identity,
  ),
  {
    type: 'string',
    format: 'uri',
    maxLength: 2_000,
    description:
      'An https URL on a host that is registered in the checkout settings. The service appends the signed parameters to its query.',
  },
);

/** The body of §4.13. */
export const CheckoutSessionRequest = record(
  'CheckoutSessionRequest',
  {
    amount: Paise,
    currency: t.literal(CURRENCY),
    reference: CheckoutReference,
    success_url: ReturnUrl,
    cancel_url: ReturnUrl,
  },
  { description: Description },
);
export type CheckoutSessionRequest = t.TypeOf<typeof CheckoutSessionRequest>;

/** Which of the addresses lead to a host that the corporate has not registered. */
export const strangeHosts = (
  request: CheckoutSessionRequest,
  registered: ReadonlyArray<string>,
  rule: { readonly loopback: boolean },
): ReadonlyArray<Issue> =>
  (['success_url', 'cancel_url'] as const).flatMap((field) => {
    const destination = readDestination(request[field]);
    return destination !== undefined && isRegistered(destination, registered, rule)
      ? []
      : [
          invalid(
            `/${field}`,
            'expected an https URL whose host and port are registered in the checkout settings',
          ),
        ];
  });
