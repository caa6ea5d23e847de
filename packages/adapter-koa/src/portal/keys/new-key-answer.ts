import { alias, documented, record, SettingsChangeView, type RecordType } from '@hundi/core/wire';
import * as t from 'io-ts';

/** A new key of some kind, with its text: this once. `carriedAs` says how requests carry it. */
export const newKeyAnswer = <P extends t.Props, Q extends t.Props>(
  name: string,
  view: RecordType<P, Q>,
  { kind, carriedAs }: { readonly kind: string; readonly carriedAs: string },
): RecordType<P & { key: t.StringC }, Q & { settingsChange: typeof SettingsChangeView }> =>
  documented(
    record(
      name,
      {
        ...view.required,
        key: alias(t.string, {
          description: `The key itself, to be sent as ${carriedAs}. Returned only once.`,
        }),
      },
      { ...view.optional, settingsChange: SettingsChangeView },
    ),
    {
      description: `A new ${kind}, including the key itself. If it has a settingsChange, the key does not work until a second person approves it.`,
    },
  );

/** The refusals of a revocation. */
export const KEY_REFUSALS = ['ActorNotFound', 'SettingsDenied', 'ApiKeyNotFound'] as const;

/** The refusals of a replacement. */
export const ROTATION_REFUSALS = [
  ...KEY_REFUSALS,
  'ApiKeyNotLive',
  'TooManyLiveKeys',
  'TooManySettingsChanges',
] as const;
