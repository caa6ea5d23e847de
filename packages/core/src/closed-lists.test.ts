import test from 'ava';
import { readFile } from 'node:fs/promises';
import { Scope } from './model/access/scope.js';
import { RejectionCode } from './model/payout/rejection.js';
import { purposesOf } from './model/tenancy/purposes.js';
import { Permission } from './model/tenancy/user.js';
import { EVENT_TYPES } from './model/journal/entry/event-type.js';
import { WaitKind } from './app/why/wait.js';

const ROOT = new URL('../../../', import.meta.url);

const decisions = await readFile(new URL('docs/decisions.md', ROOT), 'utf8');
const portal = await readFile(new URL('docs/portal.md', ROOT), 'utf8');

/** What stands in backquotes between two texts of a document. */
const quoted = (text: string, from: string, to: string): ReadonlyArray<string> => {
  const [, after = ''] = text.split(from);
  return [...(after.split(to)[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
};

/** `transaction.paid`, `.failed`: the second of a family leaves its beginning out. */
const spelledOut = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  let family = '';
  return names.map((name) => {
    if (name.startsWith('.')) return family + name;
    family = name.slice(0, name.lastIndexOf('.'));
    return name;
  });
};

const LISTS: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]> = [
  [
    'rejection codes',
    quoted(decisions, '**Rejection codes are a closed list**', '\n'),
    Object.keys(RejectionCode.keys),
  ],
  [
    'purposes of a bank that names none',
    quoted(decisions, 'Without one the codes are', 'A row whose'),
    [...purposesOf({})],
  ],
  ['permissions', quoted(decisions, '**Permissions** are', '\n'), Object.keys(Permission.keys)],
  [
    'scopes',
    quoted(decisions, '**Scopes**', '\n').filter((name) => !name.startsWith('/')),
    Object.keys(Scope.keys),
  ],
  [
    'types of events',
    spelledOut(quoted(decisions, 'had a status before.** Types:', 'An endpoint subscribes')),
    EVENT_TYPES,
  ],
  [
    'kinds of waits',
    quoted(portal, '| When it ends by itself |', '\n\n'),
    Object.keys(WaitKind.keys),
  ],
];

for (const [what, written, known] of LISTS) {
  test(`the documents list the ${what} that there are, and no others`, (t) => {
    t.deepEqual([...written].sort(), [...known].sort());
  });
}
