import { postgresUrl } from '@hundi/testkit/contract';
import { previewRound, signedRound } from './authority.js';
import { absentDatabase, silentEndpoint, slowRail } from './backlogs.js';
import { batchRound, PAYMENTS, type BatchRound } from './batch.js';
import type { BenchArguments, PartName } from './arguments.js';
import { against, median, repeated, rounded, type Bench } from './bench.js';
import { openClient } from './client.js';
import { postgresDatabase, sqliteDatabase } from './database.js';
import { fileHeld } from './file-held.js';
import { postgresFloor, sqliteFloor } from './floor.js';
import { messagesHeld, messagesRound, perCoreSecond } from './messages.js';
import { pagesRound } from './pages.js';
import { PORTAL_PAGES, portalPagesRound, type PortalPagesRound } from './portal-pages.js';
import { readsRound } from './reads.js';
import { BROAD, FIRST, reportTimes, SEARCHES, type ReportTimes } from './reports.js';
import { historiesPerCoreSecond } from '../simulate/per-core-second.js';
import { soak } from './soak.js';
import { besideSnapshot } from './old-snapshot.js';
import { openStarts, type StartRound } from './start.js';
import { timingRound } from './timing.js';
import { vacuumRound } from './vacuum.js';
import { wakeTimes } from './wake.js';
import { webhookLag, webhooksRound } from './webhooks.js';
import { scaleOut, sustainedScaleOut } from './scale-out.js';
import { smallWritesRound } from './small-writes.js';

const batchFigures = (database: string, results: ReadonlyArray<BatchRound>) => {
  const ratio = (of: keyof BatchRound, to: keyof BatchRound) =>
    rounded(median(results.map((round) => round[of] / round[to])));
  return {
    [`accept${database}`]: { ratio: ratio('accept', 'acceptFloor') },
    [`complete${database}`]: { ratio: ratio('complete', 'completeFloor') },
    [`paid${database}`]: {
      ratio: ratio('paid', 'paidFloor'),
      payoutsPerSecond: Math.round(median(results.map(({ paid }) => (PAYMENTS * 1_000) / paid))),
    },
    [`sealed${database}`]: { ratio: ratio('sealed', 'sealedFloor') },
  };
};

const batches = async (bench: Bench) => {
  const { client, databases } = bench;
  const figures: Record<string, unknown> = {};
  const stalls: number[] = [];
  const ratios: number[] = [];
  for (const [name, make, floorOf] of databases) {
    const results = await repeated(bench, name, () => batchRound(make, floorOf, client));
    Object.assign(figures, batchFigures(name, results));
    stalls.push(median(results.map(({ stall }) => stall)));
    ratios.push(median(results.map(({ stall, parse }) => stall / parse)));
  }
  return {
    ...figures,
    loopStall: { ratio: rounded(Math.max(...ratios)) },
    loopStallMs: rounded(Math.max(...stalls), 1),
  };
};

/** By how much the first file of 20,000 payments makes a process grow. */
const fileMiB = async ({ client, server }: Bench, name: string): Promise<number> => {
  const { rest, most } = await fileHeld(client, name === 'Postgres' ? server : undefined);
  console.error('file', name, `rest ${rest.toFixed(0)} MiB, most ${most.toFixed(0)} MiB`);
  return rounded(most - rest, 1);
};

const authority = async (bench: Bench) => {
  const { client, databases } = bench;
  const signed: Record<string, Readonly<Record<string, number>>> = {};
  const preview: typeof signed = {};
  for (const [name, make] of databases) {
    const approved = await repeated(bench, `signed${name}`, () => signedRound(make, client));
    const previewed = await repeated(bench, `preview${name}`, () => previewRound(make, client));
    signed[name.toLowerCase()] = {
      ratio: rounded(median(approved.map((one) => one.signed / one.unsigned))),
      stallMs: rounded(median(approved.map(({ stall }) => stall)), 1),
    };
    preview[name.toLowerCase()] = {
      ratio: rounded(median(previewed.map((one) => one.preview / one.complete))),
      stallMs: rounded(median(previewed.map(({ stall }) => stall)), 1),
      pageRatio: rounded(median(previewed.map((one) => one.shown / one.preview))),
      fileStallMs: rounded(median(previewed.map(({ fileStall }) => fileStall)), 1),
      pageStallMs: rounded(median(previewed.map(({ pageStall }) => pageStall)), 1),
      fileMiB: await fileMiB(bench, name),
    };
  }
  const worst = (of: Readonly<Record<string, Readonly<Record<string, number>>>>) => {
    const [one = {}] = Object.values(of);
    const most = (name: string) => Math.max(...Object.values(of).map((each) => each[name] ?? NaN));
    return { ...Object.fromEntries(Object.keys(one).map((name) => [name, most(name)])), ...of };
  };
  return { signed: worst(signed), preview: worst(preview) };
};

const smallWrites = async (bench: Bench) => {
  const results = await repeated(bench, 'smallWrites', () => smallWritesRound(bench.client));
  const httpRatio = rounded(median(results.map(({ service, http }) => service / http)));
  return { smallWrites: { ...against(results), httpRatio } };
};

const reads = async (bench: Bench) => {
  const { client, databases } = bench;
  const figures: Record<string, ReturnType<typeof against>> = {};
  for (const [name, make] of databases) {
    figures[name.toLowerCase()] = against(
      await repeated(bench, `reads${name}`, () => readsRound(make, client)),
    );
  }
  const worst = Math.min(...Object.values(figures).map(({ ratio }) => ratio));
  return { getTransaction: { ratio: worst, ...figures } };
};

const pages = async (bench: Bench) => {
  const { client, databases } = bench;
  const figures: Record<string, { readonly firstByteRatio: number }> = {};
  for (const [name, make] of databases) {
    const results = await repeated(bench, `pages${name}`, () => pagesRound(make, client));
    figures[name.toLowerCase()] = {
      firstByteRatio: rounded(median(results.map(({ page, session }) => page / session))),
    };
  }
  const worst = Math.max(...Object.values(figures).map(({ firstByteRatio }) => firstByteRatio));
  return { pages: { firstByteRatio: worst, ...figures } };
};

const portalFigures = (
  results: ReadonlyArray<PortalPagesRound>,
  time: 'FirstByte' | 'Page',
): Record<string, number> =>
  Object.fromEntries(
    PORTAL_PAGES.map((page) => {
      const ratios = results.map((round) => {
        const bare = time === 'Page' ? round[`${page}Bare`] : 0;
        return round[`${page}${time}`] / (round[`${page}Calls`] + bare);
      });
      return [page, rounded(median(ratios))];
    }),
  );

const portal = async (bench: Bench) => {
  const { client, databases } = bench;
  const figures: Record<string, Record<'firstByte' | 'whole', Record<string, number>>> = {};
  for (const [name, make] of databases) {
    const results = await repeated(bench, `portal${name}`, () => portalPagesRound(make, client));
    figures[name.toLowerCase()] = {
      firstByte: portalFigures(results, 'FirstByte'),
      whole: portalFigures(results, 'Page'),
    };
  }
  const worst = (time: 'firstByte' | 'whole') =>
    Math.max(...Object.values(figures).flatMap((of) => Object.values(of[time])));
  return {
    portal: { firstByteRatio: worst('firstByte'), wholeRatio: worst('whole'), ...figures },
  };
};

const reportFigures = (times: ReportTimes) => ({
  growth: Object.fromEntries(
    Object.entries(times).map(([page, { few, many }]) => [page, rounded(many / few)]),
  ),
  searches: Object.fromEntries(
    SEARCHES.map((page) => [
      page,
      rounded((times[page]?.many ?? NaN) / (times[FIRST]?.many ?? NaN)),
    ]),
  ),
});

const reports = async ({ databases }: Bench) => {
  const figures: Record<string, ReturnType<typeof reportFigures>> = {};
  for (const [name, make] of databases)
    figures[name.toLowerCase()] = reportFigures(await reportTimes(make));
  const growths = Object.values(figures).flatMap(({ growth }) =>
    Object.entries(growth).flatMap(([page, ratio]) => (page === BROAD ? [] : [ratio])),
  );
  const searches = Object.values(figures).flatMap((one) => Object.values(one.searches));
  return {
    report: { growth: Math.max(...growths), searchRatio: Math.max(...searches), ...figures },
  };
};

const webhooks = async (bench: Bench) => {
  const { client } = bench;
  const { ratio, perSecond } = against(
    await repeated(bench, 'webhooks', () => webhooksRound(client)),
  );
  const { healthy, burdened } = await webhookLag(client);
  console.error('webhookLag', `healthy ${healthy.toFixed(0)}, burdened ${burdened.toFixed(0)}`);
  return { webhooks: { ratio, perSecond, lagRatio: rounded(burdened / healthy) } };
};

const backlogs = async ({ client, server }: Bench) => ({
  backlogs: {
    ...(server !== undefined && {
      database: { p99Ratio: rounded(await absentDatabase(client, server)) },
    }),
    endpoint: { p99Ratio: rounded(await silentEndpoint(client)) },
    rail: { p99Ratio: rounded(await slowRail(client)) },
  },
});

const vacuum = async (bench: Bench) => {
  const { client, server } = bench;
  if (server === undefined) return {};
  const make = postgresDatabase(server);
  const results = await repeated(bench, 'vacuum', () => vacuumRound(make, client));
  const { first, last } = await besideSnapshot(make);
  return {
    claimAfterVacuum: {
      ratio: rounded(median(results.map(({ before, after }) => after / before))),
    },
    claimBesideSnapshot: {
      ratio: rounded(last / first),
      perSecond: Math.round(1_000_000 / last),
    },
  };
};

const wake = async ({ client, server }: Bench) => {
  if (server === undefined) return {};
  const { p50, p99 } = await wakeTimes(postgresDatabase(server), client);
  return { wake: { p50Ms: rounded(p50, 1), p99Ms: rounded(p99, 1) } };
};

const processes = async ({ server }: Bench) => {
  if (server === undefined) return {};
  const say = <A>(name: string, figures: A): A => {
    console.error('processes', name, JSON.stringify(figures));
    return figures;
  };
  const atOnce = { batches: 3, railMs: 0, connections: 1 };
  const oneByOne = { batches: 1, railMs: 20, connections: 8 };
  const quick = say('one worker', await sustainedScaleOut(server, { ...atOnce, workers: 1 }));
  const crowd = say('four workers', await scaleOut(server, { ...atOnce, workers: 4 }));
  const one = say('one, bank of 20 ms', await scaleOut(server, { ...oneByOne, workers: 1 }));
  const four = say('four, bank of 20 ms', await scaleOut(server, { ...oneByOne, workers: 4 }));
  return {
    scaleOut: {
      ratio: rounded(four.payoutsPerSecond / one.payoutsPerSecond),
      payoutsPerSecond: Math.round(quick.payoutsPerSecond),
      getRatio: rounded(quick.getRatio),
      bareGetRatio: rounded(quick.bareGetRatio),
      waiting: rounded(crowd.waiting),
      ...(quick.cpuMsPerPayout !== undefined && {
        cpuMsPerPayout: rounded(quick.cpuMsPerPayout),
      }),
    },
    sealLag: {
      maxS: rounded(quick.sealLagMs / 1_000, 1),
      burstS: rounded(quick.burstLagMs / 1_000, 1),
      entriesPerSecond: Math.round(quick.sealedPerSecond),
    },
  };
};

const start = async (bench: Bench) => {
  const results = await repeated(bench, 'start', await openStarts());
  const ratio = (of: keyof StartRound, to: keyof StartRound) =>
    rounded(median(results.map((round) => round[of] / round[to])));
  return {
    start: { ratio: ratio('start', 'startFloor') },
    import: {
      ratio: ratio('import', 'importFloor'),
      coreRatio: ratio('importCore', 'importFloor'),
      testkitRatio: ratio('importTestkit', 'importFloor'),
      receiverRatio: ratio('importReceiver', 'importFloor'),
    },
  };
};

const histories = async (bench: Bench) => {
  const results = await repeated(bench, 'simulate', async () => ({
    histories: await historiesPerCoreSecond(),
  }));
  return {
    simulate: { perCoreSecond: rounded(median(results.map(({ histories }) => histories)), 1) },
  };
};

const soaks = async ({ server }: Bench) => {
  const figures: Record<string, { readonly growthMiB: number }> = {};
  for (const [name, on] of [['sqlite'], ...(server === undefined ? [] : [['postgres', server]])]) {
    const { few, many } = await soak(on);
    console.error('soak', name, `few ${few.toFixed(0)} MiB, many ${many.toFixed(0)} MiB`);
    figures[name ?? ''] = { growthMiB: rounded(many - few, 1) };
  }
  const worst = Math.max(...Object.values(figures).map(({ growthMiB }) => growthMiB));
  return { soak: { growthMiB: worst, ...figures } };
};

const timing = async ({ databases }: Bench) => {
  const figures: Record<string, Record<string, number>> = {};
  for (const [name, make] of databases)
    figures[name.toLowerCase()] = Object.fromEntries(
      Object.entries(await timingRound(make)).map(([what, t]) => [what, rounded(t)]),
    );
  const worst = Math.max(...Object.values(figures).flatMap((all) => Object.values(all)));
  return { timing: { worstT: worst, ...figures } };
};

const messages = async (bench: Bench) => {
  const results = await repeated(bench, 'messages', messagesRound);
  const ratio = (of: 'write' | 'read') =>
    rounded(median(results.map((round) => round[of] / round[`${of}Floor`])));
  const perSecond = (of: 'write' | 'read' | 'collect') =>
    perCoreSecond(median(results.map((r) => r[of])));
  const stall = (of: 'stallMs' | 'collectStallMs') =>
    rounded(Math.max(...results.map((round) => round[of])), 1);
  const { writeMiB, readMiB, collectMiB } = await messagesHeld();
  return {
    messages: {
      writeRatio: ratio('write'),
      readRatio: ratio('read'),
      writtenPerCoreSecond: perSecond('write'),
      readPerCoreSecond: perSecond('read'),
      collectedPerCoreSecond: perSecond('collect'),
      stallMs: stall('stallMs'),
      collectStallMs: stall('collectStallMs'),
      writeMiB: rounded(writeMiB, 1),
      readMiB: rounded(readMiB, 1),
      collectMiB: rounded(collectMiB, 1),
    },
  };
};

const PARTS: Readonly<Record<PartName, (bench: Bench) => Promise<object>>> = {
  batches,
  authority,
  smallWrites,
  reads,
  reports,
  pages,
  portal,
  webhooks,
  backlogs,
  vacuum,
  wake,
  processes,
  start,
  messages,
  simulate: histories,
  soak: soaks,
  timing,
};

/** Measures some parts; each round prints its figures to stderr, and the answer is the JSON of all of them. */
export const measure = async ({
  parts,
  rounds,
}: Pick<BenchArguments, 'parts' | 'rounds'>): Promise<object> => {
  const url = await postgresUrl();
  const client = openClient();
  const bench: Bench = {
    client,
    rounds,
    ...(url !== undefined && { server: url }),
    databases: [
      ['Sqlite', sqliteDatabase, sqliteFloor],
      ...(url === undefined ? [] : [['Postgres', postgresDatabase(url), postgresFloor] as const]),
    ],
  };
  const figures: object[] = [];
  for (const part of parts) figures.push(await PARTS[part](bench));
  await client.close();
  return Object.assign({}, ...figures) as object;
};
