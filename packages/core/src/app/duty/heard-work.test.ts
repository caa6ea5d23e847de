import test from 'ava';
import { startWorker, type WorkerParts } from './worker.js';
import { aPacer, aPile, clock, never } from './worker.test.support.js';

test('a worker does the work of another process when it hears of it, and stops hearing when it stops', async (t) => {
  const { pacer } = aPacer();
  const { pile, duty, nextDues } = aPile(0);
  let hear: (() => void) | undefined;
  const listen: WorkerParts['listen'] = (onWork) => {
    hear = onWork;
    return () => {
      hear = undefined;
      return Promise.resolve();
    };
  };
  const worker = startWorker([duty], [nextDues], { clock, pacer, listen }, never);
  const done = new Promise<void>((resolve) => {
    const { run } = duty;
    Object.assign(duty, {
      run: async () => {
        const items = await run();
        if (items > 0) resolve();
        return items;
      },
    });
  });

  pile.left = 1;
  hear?.();
  await done;
  await worker.stop();
  t.is(pile.left, 0);
  t.is(hear, undefined);
});
