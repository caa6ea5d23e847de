import { run } from '../service/run.js';
import type { Memory } from './victim.js';

// The service as it is, but that its parent may ask how much memory it holds once all garbage is gone.
const collect = (globalThis as { readonly gc?: () => void }).gc;

process.on('message', () => {
  collect?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heap: heapUsed + external, rss } satisfies Memory);
});
// The channel to the parent must not keep this process alive when it should stop.
process.channel?.unref();

process.exit(await run());
