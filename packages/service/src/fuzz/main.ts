import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orUsage } from '../testing/or-usage.js';
import { readArguments, USAGE } from './arguments.js';
import { linesOf } from './report-lines.js';
import { isClean } from './report.js';
import { fuzz } from './run.js';
import { startVictim } from './victim.js';

const asked = orUsage(() => readArguments(process.argv.slice(2)), USAGE);
const dataDir = await mkdtemp(join(tmpdir(), 'hundi-fuzz-'));
const victim = await startVictim(dataDir, {
  // Limits would answer most requests of so busy a caller, and nothing behind them would be reached.
  RATE_LIMITS: 'off',
  ...(asked.databaseUrl !== undefined && { DATABASE_URL: asked.databaseUrl }),
});
const findings = await fuzz(victim, asked);
await victim.stop();
console.log(`seed ${String(asked.seed)}`);
for (const line of linesOf(findings)) console.log(line);
if (isClean(findings)) await rm(dataDir, { recursive: true });
else {
  console.log(`the service's log: ${victim.log}`);
  process.exitCode = 1;
}
