import * as t from 'io-ts';
import type { Brand } from '../../../kernel/codecs/brand.js';
import { HOST, isDestinationHost } from '../../../kernel/values/destination.js';
import { documented } from '../../../kernel/codecs/documented.js';
import { list } from '../../../kernel/codecs/list.js';
import { record } from '../../../kernel/codecs/record.js';
import { text } from '../../../kernel/values/text.js';

/** A host that customers may be sent back to. */
const DestinationHost = documented(
  new t.Type<t.Branded<string, Brand<'DestinationHost'>>, string>(
    'DestinationHost',
    (u): u is t.Branded<string, Brand<'DestinationHost'>> =>
      typeof u === 'string' && u === u.toLowerCase() && isDestinationHost(u),
    (u, context) =>
      typeof u === 'string' && isDestinationHost(u)
        ? t.success(u.toLowerCase() as t.Branded<string, Brand<'DestinationHost'>>)
        : t.failure(u, context, 'a host name, with the port unless it is 443'),
    t.identity,
  ),
  {
    type: 'string',
    pattern: HOST.source,
    maxLength: 260,
    description:
      'A host name, such as `shop.example`, with the port unless it is 443; uppercase becomes lowercase.',
  },
);

const HOSTS_MAX = 50;

const DESCRIPTOR = /^(?=.*[^ ])[A-Za-z0-9 .,*&'/-]{1,22}$/;
/** The text that card schemes print on a statement. */
const StatementDescriptor = text(
  'StatementDescriptor',
  "1 to 22 letters, digits, spaces and . , * & ' / -",
  DESCRIPTOR,
  'The text on card statements: 1 to 22 characters.',
);

/** The hosts to which a collection checkout may return customers, and the text on card statements (§4.13). */
export const CheckoutSettingsInput = record('CheckoutSettings', {
  destinationHosts: list(DestinationHost, { max: HOSTS_MAX }, `at most ${String(HOSTS_MAX)} hosts`),
  statementDescriptor: StatementDescriptor,
});
export type CheckoutSettingsInput = t.TypeOf<typeof CheckoutSettingsInput>;

/** The settings as they are: those that a bank provisioned may be wider than what people may write. */
export const CheckoutSettingsView = record('CurrentCheckoutSettings', {
  destinationHosts: t.readonlyArray(t.string),
  statementDescriptor: t.string,
});
export type CheckoutSettingsView = t.TypeOf<typeof CheckoutSettingsView>;
