import { citusUrl } from '@hundi/testkit/contract';
import test from 'ava';
import { sharedSchema } from './shared-schema.test.support.js';
import { playContract } from './testing/play-contract.js';

const url = await citusUrl();
const shared = url === undefined ? undefined : await sharedSchema(url);
test.after.always(() => shared?.drop());

playContract(test, 'Citus', shared);
