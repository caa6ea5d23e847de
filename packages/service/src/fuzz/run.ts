import { setTimeout } from 'node:timers/promises';
import { parseMs } from '../bench/parse.js';
import { dice, type Dice } from '../crash/dice.js';
import type { FuzzArguments } from './arguments.js';
import { newClient, type Client, type Outcome } from './ask.js';
import { startBystander, type Bystander } from './bystander.js';
import { credentialsOf, type Credentials } from './credentials.js';
import { operationsOf, type Operation } from './operations.js';
import { largeJob } from './large-job.js';
import { newPool, type Pool } from './pool.js';
import { rawBytes, sendRaw, type RawOutcome } from './raw.js';
import { newReport, type Findings, type Report } from './report.js';
import type { Stall } from './stalls.js';
import type { Person } from './person.js';
import { pipelined, sendSlow, unreadDescriptions, unreadPages } from './sockets.js';
import { structured, type Asked } from './structured.js';
import type { Victim } from './victim.js';

interface Parts {
  readonly victim: Victim;
  readonly operations: ReadonlyArray<Operation>;
  readonly credentials: Credentials;
  readonly pool: Pool;
  readonly client: Client;
  readonly person: Person;
  readonly report: Report;
  readonly trace: (line: string) => void;
}

/** One request in so many is bytes that need not be HTTP. */
const RAW_ONE_IN = 10;
/** One of these in so many is a flood of requests on one connection. */
const PIPELINED_ONE_IN = 10;
/** Clients that take no answer, and one that sends byte by byte, come once in so many requests. */
const LAZY_ONE_IN = 2_000;
/** The last tenth of the requests comes ten at a time. */
const AT_ONCE = 10;
/** How often memory is weighed in a run. */
const WEIGHINGS = 20;
/** One request in so many is of a person at the pages of the portal. */
const PAGE_ONE_IN = 5;
/** How many requests of the portal a person makes before the next one comes in. */
const PERSON_ONE_IN = 400;

const epochMs = (): number => performance.timeOrigin + performance.now();

const oneRaw = async (
  { victim, credentials, report }: Parts,
  chance: Dice,
  index: number,
): Promise<void> => {
  const makes = chance.int(1, PIPELINED_ONE_IN) === 1 ? pipelined : rawBytes;
  const bytes = makes(credentials.partnerKey, chance);
  const from = epochMs();
  const { statuses, hung } = await sendRaw(Number(new URL(victim.url).port), bytes);
  const label = `raw ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}`;
  report.sent({ index, label, from, to: epochMs(), statuses, hung });
};

const statusesOf = (outcome: Outcome): ReadonlyArray<number> =>
  outcome.kind === 'answered' ? [outcome.status] : [];

const askedBy = (
  { operations, credentials, pool, person }: Parts,
  chance: Dice,
  take: number,
): Asked => {
  if (chance.int(1, PAGE_ONE_IN) === 1) return person.next(chance, pool);
  const operation = chance.pick(operations);
  return structured(operation, credentials.of(operation.caller), chance, pool, take);
};

const oneStructured = async (
  parts: Parts,
  chance: Dice,
  index: number,
  take: number,
): Promise<void> => {
  const { pool, client, person, report } = parts;
  const asked = askedBy(parts, chance, take);
  const from = epochMs();
  const outcome = await client.ask(asked);
  const statuses = statusesOf(outcome);
  const hung = outcome.kind === 'hung';
  report.sent({ index, label: asked.label, from, to: epochMs(), statuses, hung });
  parts.trace(`${asked.label} ${asked.path} ${statuses.join() || outcome.kind}`);
  if (outcome.kind === 'answered' && outcome.status < 300) pool.learn(outcome.json);
  if (asked.caller === 'browser') person.see(outcome);
};

/** Each request has a seed of its own, so that it is the same with any concurrent requests. */
const one = (parts: Parts, seed: number, index: number, take: number): Promise<void> => {
  const chance = dice(Math.imul(seed, 0x9e3779b1) ^ index);
  return chance.int(1, RAW_ONE_IN) === 1
    ? oneRaw(parts, chance, index)
    : oneStructured(parts, chance, index, take);
};

/** Clients that take their time while the others go on; what became of them is known at the end. */
const lazyOnes = ({ victim, credentials, report }: Parts, jobId: string) => {
  const port = Number(new URL(victim.url).port);
  const under: Array<Promise<void>> = [];
  const begin = (index: number, label: string, outcome: Promise<RawOutcome>): void => {
    under.push(
      outcome.then(({ statuses, hung }) => {
        const at = epochMs();
        report.sent({ index, label, from: at, to: at, statuses, hung });
      }),
    );
  };
  return {
    come: (index: number): void => {
      begin(index, 'descriptions that nobody reads', unreadDescriptions(port));
      begin(
        index,
        'large pages that nobody reads',
        unreadPages(port, credentials.partnerKey, jobId),
      );
      begin(index, 'a head that comes byte by byte', sendSlow(port));
    },
    over: () => Promise.all(under),
  };
};

/** How long background work of a request may take to be over. */
const QUIET_MS = 3_000;
/** How many stalls a run looks at again: each takes it seconds, and a busy machine makes a dozen. It counts the rest as they are. */
const REPEATED_MAX = 40;

/**
 * Sends the suspects of each stall once more. On a machine that others use a thread can seem to compute while it
 * does not; what a request costs, it costs again.
 */
const repeatStalls = async (parts: Parts, seed: number, bystander: Bystander): Promise<void> => {
  const repeat = async ({ suspects, isCrowded }: Stall, take: number): Promise<void> => {
    const all = suspects.map((index) => () => one(parts, seed, index, take));
    if (isCrowded) await Promise.all(all.slice(-AT_ONCE).map((send) => send()));
    else for (const send of all) await send();
  };
  const { stalls } = parts.report;
  // A repetition can show stalls of its own, which are looked at in the same way.
  let looks = 0;
  const next = (): ReadonlyArray<Stall> => stalls.fresh(REPEATED_MAX - looks);
  for (let fresh = next(); fresh.length > 0; fresh = next()) {
    for (const stall of fresh) {
      looks += 1;
      await setTimeout(QUIET_MS);
      const before = bystander.waits.length;
      await repeat(stall, looks);
      await setTimeout(QUIET_MS);
      const again = bystander.waits.slice(before).map(({ heldUpMs }) => heldUpMs);
      stalls.repeated({ ...stall, againMs: Math.max(0, ...again), parseMs: parseMs() });
    }
  }
};

/** Sends as many requests as are asked for, and reports what became of them. */
export const fuzz = async (
  victim: Victim,
  { seed, requests, trace }: FuzzArguments,
): Promise<Findings> => {
  const credentials = await credentialsOf(victim);
  const bystander = startBystander({ url: victim.url, pid: String(victim.pid), noticeMs: 25 });
  const report = newReport(bystander);
  const parts: Parts = {
    victim,
    credentials,
    report,
    operations: await operationsOf(victim),
    pool: newPool(credentials.spared),
    client: newClient(victim.url),
    person: credentials.person,
    trace: (line) => {
      if (trace) console.log(line);
    },
  };
  const lazy = lazyOnes(parts, await largeJob(victim, credentials.partnerKey));
  const aloneUntil = Math.floor(requests * 0.9);
  for (let index = 0; index < requests && !victim.isGone();) {
    if (index % PERSON_ONE_IN === 0) await credentials.comeIn();
    if (index % LAZY_ONE_IN === 0) lazy.come(index);
    const together = index < aloneUntil ? 1 : Math.min(AT_ONCE, requests - index);
    const from = epochMs();
    await Promise.all(Array.from({ length: together }, (_, i) => one(parts, seed, index + i, 0)));
    if (together > 1) report.stalls.crowded(from, epochMs());
    const weighEvery = Math.ceil(requests / WEIGHINGS);
    const before = Math.floor(index / weighEvery);
    index += together;
    if (Math.floor(index / weighEvery) > before) report.weighed(index, await victim.memory());
  }
  await lazy.over();
  await repeatStalls(parts, seed, bystander);
  await bystander.stop();
  parts.client.close();
  if (victim.isGone()) report.died();
  return report.findings();
};
