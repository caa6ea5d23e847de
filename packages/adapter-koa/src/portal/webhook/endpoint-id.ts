import { documented } from '@hundi/core';
import * as t from 'io-ts';
import { pathId } from '../../http/path-id.js';

const SHAPE = /^we_[0-9a-f-]{36}$/;

/** A webhook endpoint in a path. */
export const EndpointId = pathId<string>(
  documented(
    t.refinement(t.string, (text) => SHAPE.test(text), 'EndpointId'),
    { type: 'string', pattern: SHAPE.source, description: 'The endpointId of an endpoint.' },
  ),
);
