import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { sharedSchema } from './shared-schema.test.support.js';
import { playScenarios } from './testing/play-scenarios.js';

const url = await postgresUrl();
const shared = url === undefined ? undefined : await sharedSchema(url);
test.after.always(() => shared?.drop());

playScenarios(test, 'PostgreSQL', shared?.fresh);
