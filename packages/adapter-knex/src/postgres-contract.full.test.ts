import { postgresUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { sharedSchema } from './shared-schema.test.support.js';
import { playContract } from './testing/play-contract.js';

const url = await postgresUrl();
const shared = url === undefined ? undefined : await sharedSchema(url);
test.after.always(() => shared?.drop());

playContract(test, 'PostgreSQL', shared);
