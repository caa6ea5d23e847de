import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'ava';
import type { Sealer } from '@hundi/core';
import { kitReport, runKit } from '../check/run-kit.js';
import { checkSealer } from './check-sealer.js';

interface Kept {
  readonly secret: string;
  readonly context: string;
  readonly key: string;
}

/** Mistakes of a sealer. */
interface Mistakes {
  readonly cutsLong?: boolean;
  readonly keepsInProcess?: boolean;
  readonly ignoresContext?: boolean;
  readonly trustsText?: boolean;
  readonly rejectsChanged?: boolean;
  readonly showsSecret?: boolean;
  readonly mixesCalls?: boolean;
  readonly reversesMany?: boolean;
  readonly alwaysCurrent?: boolean;
  readonly ignoresKeys?: boolean;
  readonly hidesAbsence?: boolean;
}

/** A vault that keeps what it seals under names of its own. */
const vault = (mistakes: Mistakes) => {
  const shared = new Map<string, Kept>();
  let seals = 0;
  let last = '';

  const opener =
    (seal: string, ...others: ReadonlyArray<string>) =>
    (): Sealer => {
      const kept = mistakes.keepsInProcess === true ? new Map<string, Kept>() : shared;
      const keys = [seal, ...others];

      const open = async (sealed: string, context: string): Promise<string | undefined> => {
        const name = mistakes.trustsText === true ? sealed.slice(0, 40) : sealed;
        const found = kept.get(name);
        if (found === undefined && mistakes.rejectsChanged === true)
          throw new Error('the text was changed');
        if (found === undefined) return undefined;
        if (found.context !== context && mistakes.ignoresContext !== true) return undefined;
        if (!keys.includes(found.key) && mistakes.ignoresKeys !== true) return undefined;
        return found.secret;
      };
      return {
        seal: async (secret, context) => {
          seals += 1;
          last = secret;
          if (mistakes.mixesCalls === true) await new Promise(setImmediate);
          const digest = createHash('sha256')
            .update(`${String(seals)} ${seal}`)
            .digest('hex');
          const shown =
            mistakes.showsSecret === true ? Buffer.from(secret).toString('base64url') : '';
          const whole = mistakes.mixesCalls === true ? last : secret;
          const text = mistakes.cutsLong === true ? whole.slice(0, 1_000) : whole;
          const name = `${seal}.${digest}${shown}`;
          kept.set(mistakes.trustsText === true ? name.slice(0, 40) : name, {
            secret: text,
            context,
            key: seal,
          });
          return name;
        },
        open,
        openMany: async (texts) => {
          const opened = await Promise.all(
            texts.map(({ sealed, context }) => open(sealed, context)),
          );
          return mistakes.reversesMany === true ? opened.reverse() : opened;
        },
        isCurrent: async (sealed) =>
          mistakes.alwaysCurrent === true || sealed.startsWith(`${seal}.`),
      };
    };

  const gone = () => Promise.reject(new Error('no route to the vault'));
  const away: Sealer = {
    seal: gone,
    open: mistakes.hidesAbsence === true ? () => Promise.resolve(undefined) : gone,
    isCurrent: gone,
  };
  return {
    sealer: opener('k1'),
    rotated: opener('k2', 'k1'),
    stranger: opener('k3'),
    away: () => away,
  };
};

/** Each check, and a mistake that it has to find. */
const PLANTS: ReadonlyArray<readonly [string, Mistakes]> = [
  ['a secret that was sealed opens for its purpose, to the letter', { cutsLong: true }],
  ['a process that starts later opens what was sealed', { keepsInProcess: true }],
  ['a secret does not open for another purpose', { ignoresContext: true }],
  [
    'a text that was changed anywhere does not open, and open does not reject',
    { trustsText: true },
  ],
  [
    'a text that was changed anywhere does not open, and open does not reject',
    { rejectsChanged: true },
  ],
  ['a sealed text does not show its secret', { showsSecret: true }],
  ['secrets that are sealed and opened at once do not mix', { mixesCalls: true }],
  ['openMany answers as open does, in order', { reversesMany: true }],
  ['a text that was just sealed is current, and one of no sealer is not', { alwaysCurrent: true }],
  [
    'after a rotation old texts open and are not current, and new ones are',
    { alwaysCurrent: true },
  ],
  ['a sealer without the key opens nothing, and does not reject', { ignoresKeys: true }],
  ['a sealer that cannot be reached rejects, and calls no text changed', { hidesAbsence: true }],
];

test('a sealer that keeps every promise passes every check', async (t) => {
  const checks = checkSealer(vault({}));
  const report = await runKit(checks);

  t.is(kitReport({ ...report, passed: [] }), '');
  t.is(report.passed.length, checks.length);
});

test('each check of the kit for sealers has a mistake that it finds', (t) => {
  t.deepEqual(
    new Set(PLANTS.map(([sentence]) => sentence)),
    new Set(checkSealer(vault({})).map(({ sentence }) => sentence)),
  );
});

for (const [i, [sentence, mistakes]] of PLANTS.entries())
  test(`mistake ${String(i + 1)} is found by its check: ${sentence}`, async (t) => {
    const checks = checkSealer(vault(mistakes));
    const { failed } = await runKit(checks.filter((check) => check.sentence === sentence));

    t.deepEqual(
      failed.map((fault) => fault.sentence),
      [sentence],
    );
  });

test('what the host does not give is not checked, by name', async (t) => {
  const { sealer } = vault({});
  const { failed, notChecked } = await runKit(checkSealer({ sealer }));

  t.deepEqual(failed, []);
  t.deepEqual(
    notChecked.map(({ needs }) => needs.split(':')[0]),
    ['give rotated', 'give stranger', 'give away'],
  );
});

test('each check of the kit for sealers names a sentence that stands in the port', async (t) => {
  const port = new URL('../../../../core/src/ports/sealer.ts', import.meta.url);
  const said = (await readFile(port, 'utf8')).replaceAll(/\s+\*?\s+/g, ' ');

  for (const check of checkSealer(vault({})))
    t.true(said.includes(check.port.slice(check.port.indexOf(': ') + 2)), check.port);
});
