import { Causes } from '../duty/causes.js';
import { Clock } from '../ports/clock.js';
import { Mailer } from '../ports/email.js';
import { Pacer } from '../ports/pacer.js';
import { Sealer } from '../ports/sealer.js';
import { Storage } from '../storage/storage.js';
import {
  DecideSettingsChange,
  makeDecideSettingsChange,
} from '../settings/decide/decide-settings-change.js';
import {
  ListSettingsChanges,
  makeListSettingsChanges,
} from '../settings/decide/list-settings-changes.js';
import { MailAdministrators, makeMailAdministrators } from '../settings/mail-administrators.js';
import type { Token } from '../kernel/token.js';
import { provide, type Binder } from './provide.js';

/** Binds what a second person does about proposed changes of settings, and who is mailed of changes. */
export const provideSettings = (options: Binder): void => {
  provide(options, ListSettingsChanges, makeListSettingsChanges, [Storage, Clock, Sealer]);
  provide(options, MailAdministrators, makeMailAdministrators, [Clock, Mailer, Causes]);
  provide(options, DecideSettingsChange, makeDecideSettingsChange, [
    Storage,
    Clock,
    Pacer,
    MailAdministrators,
  ]);
};

/** Proposed changes of settings, as a part of the engine. */
export interface SettingsChanges {
  readonly listSettingsChanges: ListSettingsChanges;
  readonly decideSettingsChange: DecideSettingsChange;
}

export const settingsChangesOf = (container: {
  readonly get: <T>(token: Token<T>) => T;
}): SettingsChanges => ({
  listSettingsChanges: container.get(ListSettingsChanges),
  decideSettingsChange: container.get(DecideSettingsChange),
});
