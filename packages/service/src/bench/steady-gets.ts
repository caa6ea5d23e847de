/** How often each of the two servers is asked. */
const GET_EVERY_MS = 10;

/** The 99th percentile of times. */
export const quantile99 = (times: ReadonlyArray<number>): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;

/** Times in ms of the answers of two servers that were asked by turns. */
export interface Gets {
  readonly service: ReadonlyArray<number>;
  readonly bare: ReadonlyArray<number>;
}

const timed = async (url: string, headers: Readonly<Record<string, string>>): Promise<number> => {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${String(answer.status)}: ${text}`);
  return performance.now() - startedAt;
};

/** Asks the service and a bare server for a transaction, in a steady beat, until it is stopped. */
export const steadyGets = (
  { service, bare }: Readonly<Record<keyof Gets, string>>,
  headers: Readonly<Record<string, string>>,
) => {
  const times: Record<keyof Gets, Promise<number>[]> = { service: [], bare: [] };
  let isBareNext = false;
  const beating = setInterval(() => {
    if (isBareNext) times.bare.push(timed(bare, headers));
    else times.service.push(timed(service, headers));
    isBareNext = !isBareNext;
  }, GET_EVERY_MS / 2);
  return {
    count: () => times.bare.length,
    stop: async (): Promise<Gets> => {
      clearInterval(beating);
      return { service: await Promise.all(times.service), bare: await Promise.all(times.bare) };
    },
  };
};
