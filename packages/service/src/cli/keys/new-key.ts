import { randomUUID } from 'node:crypto';
import { SettingsChangeView } from '@hundi/core';
import { EXIT, Failed, type Given, type Surroundings } from '../command.js';
import type { Answer } from '../remote/call.js';
import { decoded } from '../remote/decoded.js';
import { membersOf } from '../remote/members.js';
import { plain } from '../terminal/plain.js';
import type { KeyFile } from './key-file.js';
import { KINDS, type Kind, type KeyView } from './kinds.js';
import { callPortal, type PortalCall, type Session } from './portal.js';

interface NewKey {
  readonly kind: Kind;
  readonly view: KeyView;
  readonly key: string;
  readonly change: SettingsChangeView | undefined;
}

const newKeyIn = (kind: Kind, answer: Answer): NewKey => {
  const view = decoded<KeyView>(KINDS[kind].View, answer);
  const { key, settingsChange } = membersOf(answer.body);
  if (typeof key !== 'string') throw new Failed('the service answered without the new key');
  const change =
    settingsChange === undefined
      ? undefined
      : decoded(SettingsChangeView, { ...answer, body: settingsChange });
  return { kind, view, key, change };
};

const say = (
  { kind, view, key, change }: NewKey,
  file: KeyFile | undefined,
  { json }: Given,
  { out, err }: Surroundings,
): void => {
  if (json) {
    const where = file === undefined ? { key } : { keyFile: file.path };
    const waits = change !== undefined && { settingsChange: change };
    out(JSON.stringify({ kind, ...view, ...where, ...waits }));
    return;
  }
  const until = new Date(view.expiresAt).toISOString();
  err(`${kind} key ${view.keyId} (${plain(view.name)}), until ${until}; it is shown this once`);
  if (change !== undefined)
    err(`It does not work until a second person approves the change ${change.changeId}.`);
  out(file === undefined ? key : `written to ${file.path}`);
};

/**
 * Makes a key in the portal and hands it over once: printed, or in the file. It asks under an idempotency key, so a
 * lost answer loses no key and makes no second one.
 */
export const makeKey = async (
  session: Session,
  kind: Kind,
  call: Pick<PortalCall, 'path' | 'body'>,
  file: KeyFile | undefined,
  given: Given,
  around: Surroundings,
): Promise<number> => {
  const asked = { method: 'POST', idempotencyKey: randomUUID(), ...call } as const;
  const made = newKeyIn(kind, await callPortal(session, asked, around));
  await file?.write(made.key);
  say(made, file, given, around);
  return EXIT.done;
};
