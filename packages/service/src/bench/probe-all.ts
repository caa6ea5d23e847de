import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Probe, ProbeJob, Probes } from './client.js';

/** Sends one request; a request that is not answered rejects. */
const probe = (agent: Agent, url: string, headers: Record<string, string>, body?: string) =>
  new Promise<Probe>((resolve, reject) => {
    const sentAt = performance.now();
    const outgoing = request(
      url,
      { method: body === undefined ? 'GET' : 'POST', agent, headers },
      (incoming) => {
        incoming.resume();
        incoming.on('end', () => {
          resolve({
            status: incoming.statusCode ?? 0,
            ms: performance.now() - sentAt,
            saysWhenToRetry: incoming.headers['retry-after'] !== undefined,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** Asks in a steady beat: a service that stalls is asked on, as by callers that know nothing of each other. */
export const probeAll = async ({
  url,
  apiKey,
  path,
  bodies,
  prefix,
  everyMs,
}: ProbeJob): Promise<Probes> => {
  const agent = new Agent({ keepAlive: true });
  const key = { 'x-api-key': apiKey };
  const reads: Promise<Probe>[] = [];
  const writes: Promise<Probe>[] = [];
  const startedAt = performance.now();
  for (const [i, body] of bodies.entries()) {
    await setTimeout(Math.max(startedAt + i * everyMs - performance.now(), 0));
    reads.push(probe(agent, url + path, key));
    const headers = {
      ...key,
      'idempotency-key': `${prefix}-${String(i)}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    };
    writes.push(probe(agent, `${url}/v1/partner/payments/batches`, headers, body));
  }
  const probes = { reads: await Promise.all(reads), writes: await Promise.all(writes) };
  agent.destroy();
  return probes;
};
