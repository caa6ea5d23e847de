import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Watch, Wait } from './bystander.js';

const { url, pid, noticeMs } = workerData as Watch;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const PAUSE_MS = 2;

/**
 * How long the service's main thread has been computing, in ms. A bystander that waits while the thread
 * computes is held up by the service; one that waits while it does not is held up by the machine.
 */
const computed = (): number => {
  try {
    return (
      Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6
    );
  } catch {
    // Only Linux counts this: elsewhere all waiting is the service's.
    return performance.now();
  }
};

const healthy = (by: Agent | false): Promise<boolean> =>
  new Promise((resolve) => {
    request(`${url}/healthz`, { agent: by }, (response) => {
      response.resume().once('end', () => {
        resolve(response.statusCode === 200);
      });
    })
      .once('error', () => {
        resolve(false);
      })
      .end();
  });

let going = true;
const isGoing = (): boolean => going;
parentPort?.once('message', () => {
  going = false;
});
// A load balancer looks by a connection of its own each time.
for (let looks = 0; isGoing(); looks += 1) {
  const before = computed();
  const from = performance.timeOrigin + performance.now();
  const well = await healthy(looks % 2 === 0 && agent);
  const to = performance.timeOrigin + performance.now();
  const heldUpMs = Math.min(to - from, computed() - before);
  if (heldUpMs >= noticeMs || !well) {
    parentPort?.postMessage({ from, to, heldUpMs, well } satisfies Wait);
  }
  await setTimeout(PAUSE_MS);
}
agent.destroy();
parentPort?.close();
