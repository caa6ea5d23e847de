import { run } from './service/run.js';

process.exit(await run());
