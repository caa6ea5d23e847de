import { Worker } from 'node:worker_threads';

/** One batch to post, and the moments around it. Times are of the shared monotonic clock, in ms. */
export interface PostJob {
  readonly kind: 'post';
  readonly url: string;
  readonly apiKey: string;
  readonly key: string;
  readonly body: Uint8Array;
  /** Where it is posted to; by default where batches are. */
  readonly path?: string;
  /** In place of those of a batch. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One-row batches from some callers at once, each on a connection of its own. */
export interface RushJob {
  readonly kind: 'rush';
  readonly url: string;
  readonly apiKey: string;
  readonly bodies: ReadonlyArray<string>;
  readonly callers: number;
  readonly prefix: string;
}

/** The same kind of request for many paths, from some callers at once, each on a connection that stays open. */
export interface GetJob {
  readonly kind: 'get';
  readonly url: string;
  readonly apiKey: string;
  readonly cookie?: string;
  /** The token of a session. */
  readonly bearer?: string;
  readonly paths: ReadonlyArray<string>;
  readonly callers: number;
}

/** How many ms requests took together, and how many of these each waited for the first byte of its answer, summed. */
export interface Got {
  readonly ms: number;
  readonly firstByteMs: number;
}

/** A read and a single payment each so often, whether or not those before have been answered. */
export interface ProbeJob {
  readonly kind: 'probe';
  readonly url: string;
  readonly apiKey: string;
  readonly path: string;
  readonly bodies: ReadonlyArray<string>;
  readonly prefix: string;
  readonly everyMs: number;
}

export type ClientJob = PostJob | RushJob | GetJob | ProbeJob;

/** An answer to a probe, and how long after the moment of its request it came. */
export interface Probe {
  readonly status: number;
  readonly ms: number;
  readonly saysWhenToRetry: boolean;
}

export interface Probes {
  readonly reads: ReadonlyArray<Probe>;
  readonly writes: ReadonlyArray<Probe>;
}

export interface Posted {
  /** Epoch ms with fractions: comparable between threads. */
  readonly sentAt: number;
  readonly readAt: number;
  /** The body; of an answer that leads elsewhere, where to. */
  readonly answer: string;
}

/** A client in a thread of its own, so that it takes no turn of the service's event loop. */
export const openClient = () => {
  const worker = new Worker(new URL('./client-thread.js', import.meta.url));
  const ask = <A>(job: ClientJob): Promise<A> =>
    new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (answer: A) => {
        worker.off('error', reject);
        resolve(answer);
      });
      worker.postMessage(job);
    });
  return {
    post: (job: Omit<PostJob, 'kind'>) => ask<Posted>({ kind: 'post', ...job }),
    /** Answers how many ms the requests took together. */
    rush: (job: Omit<RushJob, 'kind'>) => ask<number>({ kind: 'rush', ...job }),
    get: (job: Omit<GetJob, 'kind'>) => ask<Got>({ kind: 'get', ...job }),
    probe: (job: Omit<ProbeJob, 'kind'>) => ask<Probes>({ kind: 'probe', ...job }),
    close: () => worker.terminate(),
  };
};
export type Client = ReturnType<typeof openClient>;
