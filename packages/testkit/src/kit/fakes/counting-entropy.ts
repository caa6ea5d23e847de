import type { Entropy } from '@hundi/core';

const GOLDEN = 0x9e3779b9;

// The finalizer of MurmurHash3: spreads 32 bits over 32 bits, no two of them onto the same.
const mix = (n: number): number => {
  let h = n;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

/**
 * Bytes that look random and are the same in every run with the same seed. Bytes 3 to 6 of each answer, which
 * every id carries whole, never come twice in four thousand million calls; so no two ids are the same.
 */
export const countingEntropy = (seed = 1): Entropy => {
  let calls = 0;
  return {
    bytes: (count) => {
      const call = calls;
      calls += 1;
      return Uint8Array.from({ length: count }, (_, i) => {
        const word = mix(call ^ mix(seed + Math.imul((i + 1) >> 2, GOLDEN)));
        return (word >>> (((i + 1) & 3) * 8)) & 0xff;
      });
    },
  };
};
