import { citusUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { sharedSchema } from './shared-schema.test.support.js';
import { playScenarios } from './testing/play-scenarios.js';

const url = await citusUrl();
const shared = url === undefined ? undefined : await sharedSchema(url);
test.after.always(() => shared?.drop());

/** Days of looks for work take several times as long as on one PostgreSQL. */
const PATIENCE_MS = 600_000;

playScenarios(test, 'Citus', shared?.fresh, PATIENCE_MS);
