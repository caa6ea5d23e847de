import type { CorporateTenantId, Storage } from '@hundi/core';
import {
  findArchived,
  findPayouts,
  listUnknowns,
  readPayout,
  type OperatorPayout,
  type PayoutFile,
} from '@hundi/core/operator';
import {
  EXIT,
  numberOf,
  textOf,
  type Command,
  type Given,
  type Surroundings,
} from '../command/command.js';
import { counted } from '../../texts/counted.js';
import { DATABASE_OPTION } from '../local/database-of.js';
import { durationOf, spoken } from '../command/durations.js';
import { sayThereAreMore } from '../command/limit.js';
import { payoutLine } from '../local/operator-lines.js';
import { reading } from '../local/reading.js';
import { refuseOptions } from '../command/refuse-options.js';
import { moment } from '../terminal/moment.js';
import { plain } from '../terminal/plain.js';

type Ports = Parameters<Parameters<typeof reading>[2]>[0];
type Print = Pick<Surroundings, 'out' | 'err'>;

const unknowns = async (
  ports: Ports,
  given: Given,
  limit: number,
  { out, err }: Print,
): Promise<number> => {
  const found = await listUnknowns(ports, {
    olderThanMs: durationOf(given, 'older-than') ?? 0,
    limit: limit + 1,
  });
  const now = ports.clock.now();
  for (const one of found.slice(0, limit)) {
    const { payout, ageMs, asked, nextAt } = one;
    out(
      given.json
        ? JSON.stringify(one)
        : `${payoutLine(payout)} (at the bank for ${spoken(ageMs)}, asked ${counted(asked, 'time')}, next in ${spoken(nextAt - now)})`,
    );
  }
  if (!given.json && found.length === 0) out('no payout waits for an answer of the bank');
  if (found.length > limit) sayThereAreMore(limit, { err });
  return EXIT.done;
};

const fileLines = ({ payout, history, incidents, asking }: PayoutFile): ReadonlyArray<string> => [
  payoutLine(payout),
  `  bankRef ${payout.bankRef}${payout.utr === undefined ? '' : `, UTR ${payout.utr}`}${payout.jobId === undefined ? '' : `, job ${payout.jobId}`}`,
  ...(asking === undefined
    ? []
    : [`  the bank was asked ${counted(asking.asked, 'time')}, next at ${moment(asking.nextAt)}`]),
  ...history.map(
    ({ at, from, to, actor }) =>
      `  ${moment(at)} ${from === undefined ? '' : `${from} → `}${to}, by ${actor}`,
  ),
  ...incidents.map(({ at, kind, detail }) => `  ${moment(at)} incident ${kind}: ${detail}`),
];

const search = async (
  { storage, clock }: Ports,
  text: string,
  given: Given,
  max: number,
): Promise<ReadonlyArray<OperatorPayout>> => {
  const corporate = textOf(given, 'corporate');
  const byBank = durationOf(given, 'by-bank');
  const found: OperatorPayout[] = [];
  const where = {
    ...(corporate !== undefined && { corporateTenantId: corporate as CorporateTenantId }),
    ...(byBank !== undefined && { alsoByBankSince: clock.now() - byBank }),
  };
  for await (const payout of findPayouts(storage, text, where)) {
    found.push(payout);
    if (found.length === max) break;
  }
  return found;
};

const nothing = async (
  storage: Storage,
  text: string,
  given: Given,
  { err }: Print,
): Promise<number> => {
  const archived = await findArchived(storage, text);
  const byBank = textOf(given, 'by-bank');
  const hint =
    byBank === undefined
      ? "; by UTR or the bank's reference it is found with --by-bank, and in the archive by transactionId, bankRef or jobId alone"
      : `, not even by the bank among those accepted in the last ${byBank}`;
  err(
    archived === undefined
      ? `hundi: no payout is called ${text}${hint}`
      : `hundi: ${text} of ${archived.tenant.corporateTenantId} was archived: ${archived.file}`,
  );
  return EXIT.failed;
};

const named = async (
  ports: Ports,
  text: string,
  given: Given,
  limit: number,
  around: Print,
): Promise<number> => {
  const found = await search(ports, text, given, limit + 1);
  const [only] = found;
  if (only === undefined) return nothing(ports.storage, text, given, around);
  const file = found.length === 1 && (await readPayout(ports.storage, only.transactionId));
  if (file !== false && file !== undefined)
    (given.json ? [JSON.stringify(file)] : fileLines(file).map(plain)).forEach(around.out);
  else
    for (const payout of found.slice(0, limit))
      around.out(given.json ? JSON.stringify(payout) : payoutLine(payout));
  if (found.length > limit) sayThereAreMore(limit, around);
  return EXIT.done;
};

/** `hundi payouts`: payouts of all corporates, for the people who run the bank's side. */
export const payouts: Command = {
  words: '[REFERENCE]',
  wordsMax: 1,
  options: {
    'older-than': {
      type: 'string',
      value: 'TIME',
      about: 'without REFERENCE: at the bank for so long, as 2h',
    },
    corporate: { type: 'string', value: 'ID', about: 'with REFERENCE: only at this corporate' },
    'by-bank': {
      type: 'string',
      value: 'TIME',
      about:
        "with REFERENCE: also as UTR or bank's reference, of payouts accepted in so long, as 7d; reads them all",
    },
    limit: { type: 'string', value: 'NUMBER', about: 'at most so many; else 100' },
    ...DATABASE_OPTION,
  },
  about:
    'Without REFERENCE: the payouts whose outcome the bank has not reported, the oldest first. With one: what is called so at any corporate, by transactionId, bankRef, transactionReference, apiRefNumber or jobId; one alone with its history, its incidents, and when the bank is asked next. Reads only, beside the services.',
  examples: [
    'hundi payouts --older-than 1h',
    'hundi payouts INV-2041',
    'hundi payouts N230611223344 --by-bank 7d',
  ],
  run: async (given, around) => {
    const [text] = given.words;
    if (text === undefined)
      refuseOptions(
        given,
        ['corporate', 'by-bank'],
        'it narrows a search, and there is no REFERENCE',
      );
    else refuseOptions(given, ['older-than'], 'a search by REFERENCE finds payouts of every age');
    const limit = numberOf(given, 'limit', { min: 1, max: 10_000, usual: 100 });
    return reading(given, around, (ports) =>
      text === undefined
        ? unknowns(ports, given, limit, around)
        : named(ports, text, given, limit, around),
    );
  },
};
