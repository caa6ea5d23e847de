import { documented } from '@hundi/core';
import * as t from 'io-ts';
import { pathId } from '../http/path-id.js';

const id = (name: string, shape: RegExp, description: string) =>
  pathId<string>(
    documented(
      t.refinement(t.string, (text) => shape.test(text), name),
      { type: 'string', pattern: shape.source, description },
    ),
  );

/** A collection checkout session in a path. */
export const SessionId = id('CheckoutSessionId', /^cs_[0-9a-f]{32}$/, 'The id of a session.');

/** A payment link in a path. */
export const LinkId = id('PaymentLinkId', /^pl_[0-9a-f]{32}$/, 'The linkId of a payment link.');
