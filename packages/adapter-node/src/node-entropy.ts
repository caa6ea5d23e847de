import { randomBytes } from 'node:crypto';
import type { Entropy } from '@hundi/core';

/** Cryptographically secure randomness of the operating system. */
export const nodeEntropy: Entropy = { bytes: (count) => randomBytes(count) };
