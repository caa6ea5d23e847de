import { randomUUID } from 'node:crypto';
import { SettingsChangeView } from '@hundi/core/wire';
import { EXIT, Failed, type Given, type Surroundings } from '../command/command.js';
import type { Answer } from '../remote/call.js';
import { decoded } from '../remote/decoded.js';
import { membersOf } from '../remote/members.js';
import { plain } from '../terminal/plain.js';
import type { KeyFile } from './key-file.js';
import { KINDS, type Kind, type KeyView } from './kinds.js';
import { callPortal, type PortalAnswer, type PortalCall, type Session } from './portal.js';
import { moment } from '../terminal/moment.js';

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
  err(
    `${kind} key ${view.keyId} (${plain(view.name)}), until ${moment(view.expiresAt)}; it is shown this once`,
  );
  if (change !== undefined)
    err(`It does not work until a second person approves the change ${change.changeId}.`);
  out(file === undefined ? key : `written to ${file.path}`);
};

/** What the person does about a key that was made, or may have been, and that nobody has. */
const remedy = (kind: Kind, keyId = 'KEY_ID'): string =>
  `end it by hundi keys revoke ${keyId} --kind ${kind}, then make another`;

const askForKey = async (
  session: Session,
  kind: Kind,
  call: PortalCall,
  around: Surroundings,
): Promise<NewKey> => {
  let answer: PortalAnswer | undefined;
  try {
    answer = await callPortal(session, call, around);
    return newKeyIn(kind, answer);
  } catch (error) {
    // A refusal of the first try makes no key. A success that is not understood has made one.
    const isRefusal = answer !== undefined && answer.status >= 300 && !answer.mayHaveActed;
    if (isRefusal || !(error instanceof Failed)) throw error;
    throw new Failed(
      `${error.message}. The service may have made a key that nobody has: if hundi keys list shows a new one, ${remedy(kind)}`,
    );
  }
};

/**
 * Makes a key in the portal and hands it over once: printed, or in the file. It asks again where no answer comes, under
 * one idempotency key, so that no second key is made.
 *
 * @throws Failed; it says what to do about a key that was made and could not be handed over.
 */
export const makeKey = async (
  session: Session,
  kind: Kind,
  call: Pick<PortalCall, 'path' | 'body'>,
  file: KeyFile | undefined,
  given: Given,
  around: Surroundings,
): Promise<number> => {
  const once = { method: 'POST', idempotencyKey: randomUUID(), ...call } as const;
  const made = await askForKey(session, kind, once, around);
  await file?.write(made.key).catch((error: unknown) => {
    const { keyId } = made.view;
    throw new Failed(
      `${(error as Error).message}. The service made the key ${keyId}, which nobody has: ${remedy(kind, keyId)}`,
    );
  });
  say(made, file, given, around);
  return EXIT.done;
};
