import { decodeInput, E } from '@hundi/core';
import { CreateApiKeyInput, CreateSecretKeyInput, record } from '@hundi/core/wire';
import { Misused, textOf, type Command, type Given } from '../command/command.js';
import { OUT_OPTION, withKeyFile } from '../keys/key-file.js';
import { KIND_OPTION, kindOf, KINDS, type Kind } from '../keys/kinds.js';
import { PERSON_ABOUT, PERSON_OPTIONS, withSession } from '../keys/log-in.js';
import { makeKey } from '../keys/new-key.js';

const { actorUserId: _maker, ...ofPartner } = CreateApiKeyInput.required;
const { actorUserId: _owner, ...ofSecret } = CreateSecretKeyInput.required;
const NewKey = {
  partner: record('NewApiKey', ofPartner, CreateApiKeyInput.optional),
  secret: record('NewSecretKey', ofSecret, {}),
} as const;

const PLACES: Readonly<Record<string, string>> = {
  name: 'NAME',
  scopes: '--scopes',
  actsAsUserId: '--acts-as',
  lifeDays: '--life-days',
};

const givenValues = (given: Given) => {
  const life = textOf(given, 'life-days');
  const values = {
    scopes: textOf(given, 'scopes')?.split(','),
    actsAsUserId: textOf(given, 'acts-as'),
    lifeDays: life === undefined ? undefined : Number(life),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
};

/** The values of the new key, checked before anybody logs in for it. */
const valuesOf = (kind: Kind, given: Given): object => {
  const [name] = given.words;
  if (name === undefined) throw new Misused('NAME: must be given, as erp');
  const more = givenValues(given);
  if (kind === 'secret' && Object.keys(more).length > 0)
    throw new Misused('--scopes, --acts-as, --life-days: a secret key has none; leave them out');
  const values = decodeInput<object>(NewKey[kind], { name, ...more });
  if (E.isRight(values)) return values.right;
  const faults = values.left.issues.map(({ pointer, detail }) => {
    const [, member = ''] = pointer.split('/');
    return `${PLACES[member] ?? pointer}: ${detail}`;
  });
  throw new Misused(faults.join('; '));
};

/** `hundi keys create NAME`: a new key. */
export const keysCreate: Command = {
  words: 'NAME',
  wordsMax: 1,
  options: {
    ...PERSON_OPTIONS,
    ...KIND_OPTION,
    scopes: {
      type: 'string',
      value: 'LIST',
      about: 'of a partner key, by commas: payments for all, or payments:read, reports:read, …',
    },
    'acts-as': {
      type: 'string',
      value: 'USER',
      about: 'the service user that a partner key acts as',
    },
    'life-days': {
      type: 'string',
      value: 'DAYS',
      about: 'of a partner key; else a year, the most',
    },
    ...OUT_OPTION,
  },
  about: `Makes a key and prints it once, alone on standard output; everything else goes to standard error. Where the corporate asks for a second person, the key works once that person approves it. ${PERSON_ABOUT}`,
  examples: [
    'hundi keys create erp --scopes payments --acts-as u-erp --out erp.key',
    'hundi keys create shop --kind secret',
  ],
  run: async (given, around) => {
    const kind = kindOf(given);
    const body = valuesOf(kind, given);
    return withKeyFile(given, around, (file) =>
      withSession(given, around, (session) =>
        makeKey(session, kind, { path: KINDS[kind].path, body }, file, given, around),
      ),
    );
  },
};
