import { ApiKeyView, SecretKeyView } from '@hundi/core/wire';
import { Misused, textOf, type Given, type Option } from '../command/command.js';

/** The two kinds of keys that a corporate has, and where the portal has them. */
export const KINDS = {
  partner: { path: '/api-keys', View: ApiKeyView },
  secret: { path: '/secret-keys', View: SecretKeyView },
} as const;
export type Kind = keyof typeof KINDS;

/** A key as the portal shows it. */
export type KeyView = SecretKeyView & Partial<Omit<ApiKeyView, keyof SecretKeyView>>;

/** The option of every command that is about one key. */
export const KIND_OPTION: Readonly<Record<'kind', Option>> = {
  kind: {
    type: 'string',
    value: 'KIND',
    about: 'partner (pak_…, the partner API) or secret (sk_…, collection checkout); else partner',
  },
};

/** The kind that is meant. @throws Misused */
export const kindOf = (given: Given): Kind => {
  const kind = textOf(given, 'kind') ?? 'partner';
  if (kind === 'partner' || kind === 'secret') return kind;
  throw new Misused('--kind: expected partner or secret');
};
