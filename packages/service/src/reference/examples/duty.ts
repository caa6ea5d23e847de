import assert from 'node:assert/strict';
import type { Stories } from './opening.js';

export const duty: Stories = {
  'The people who run the engine see how far its work is behind': async ({ engine }) => {
    const backlog = await engine.getBacklog();
    assert.equal(backlog.unknowns.count, 0);
  },
};
