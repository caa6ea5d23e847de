import { scenarios } from '@hundi/testkit/scenarios';
import test from 'ava';
import { freshFile } from './fresh.test.support.js';
import { asksTheStore } from './testing/asks-the-store.js';
import { playing } from './testing/play-scenario.js';

for (const { title, run } of scenarios.filter(asksTheStore))
  test.serial(`SQLite: ${title}`, playing(freshFile, run));
