import { Agent, request } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { ClientJob, Got, Posted, PostJob, Probes, RushJob } from './client.js';
import { getAll } from './get-all.js';
import { probeAll } from './probe-all.js';

const now = (): number => performance.timeOrigin + performance.now();

const send = (
  agent: Agent,
  {
    url,
    apiKey,
    path = '/v1/partner/payments/batches',
    headers: own,
  }: Pick<PostJob, 'url' | 'apiKey' | 'path' | 'headers'>,
  key: string,
  body: Uint8Array | string,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': apiKey,
      'idempotency-key': key,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...own,
    };
    const outgoing = request(`${url}${path}`, { method: 'POST', agent, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (incoming.statusCode === 303) resolve(incoming.headers.location ?? '');
        else if (incoming.statusCode === 202 || incoming.statusCode === 200) resolve(text);
        else reject(new Error(`${String(incoming.statusCode)} ${text.slice(0, 300)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

const post = async (job: PostJob): Promise<Posted> => {
  const agent = new Agent({ keepAlive: false });
  const sentAt = now();
  const answer = await send(agent, job, job.key, job.body);
  return { sentAt, readAt: now(), answer };
};

const rush = async (job: RushJob): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: job.callers });
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < job.bodies.length) {
      const mine = next;
      next += 1;
      await send(agent, job, `${job.prefix}-${String(mine)}`, job.bodies[mine] ?? '');
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: job.callers }, caller));
  const took = performance.now() - startedAt;
  agent.destroy();
  return took;
};

const port = parentPort;
if (port === null) throw new Error('the client runs in a thread');
const run = (job: ClientJob): Promise<Got | Posted | Probes | number> => {
  switch (job.kind) {
    case 'post':
      return post(job);
    case 'rush':
      return rush(job);
    case 'get':
      return getAll(job);
    case 'probe':
      return probeAll(job);
  }
};

port.on('message', (job: ClientJob) => {
  run(job).then(
    (answer) => {
      port.postMessage(answer);
    },
    (error: unknown) => {
      throw error;
    },
  );
});
