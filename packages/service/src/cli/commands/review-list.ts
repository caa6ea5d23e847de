import { listHeldPayouts } from '@hundi/core/operator';
import { EXIT, numberOf, type Command } from '../command/command.js';
import { DATABASE_OPTION } from '../local/database-of.js';
import { sayThereAreMore } from '../command/limit.js';
import { payoutLine } from '../local/operator-lines.js';
import { reading } from '../local/reading.js';
import { moment } from '../terminal/moment.js';
import { plain } from '../terminal/plain.js';

/** `hundi review list`: payouts that wait for two operators of the bank. */
export const reviewList: Command = {
  options: {
    limit: { type: 'string', value: 'NUMBER', about: 'at most so many; else 100' },
    ...DATABASE_OPTION,
  },
  about:
    'The payouts that the guard before sending holds, at all corporates, with the code and the reason of the guard, and what a first operator has decided. Reads only, beside the services.',
  examples: ['hundi review list', 'hundi review list --json'],
  run: async (given, around) => {
    const limit = numberOf(given, 'limit', { min: 1, max: 10_000, usual: 100 });
    const found = await reading(given, around, ({ storage }) =>
      listHeldPayouts(storage, { limit: limit + 1 }),
    );
    for (const one of found.slice(0, limit)) {
      const { payout, state, code, reason, askedBy, since } = one;
      const asked =
        askedBy === undefined
          ? ''
          : `, ${state === 'release_asked' ? 'release' : 'refusal'} asked for by ${askedBy}`;
      around.out(
        given.json
          ? JSON.stringify(one)
          : plain(`${payoutLine(payout)} (${code}: ${reason}${asked}, since ${moment(since)})`),
      );
    }
    if (!given.json && found.length === 0) around.out('the guard holds no payout');
    if (found.length > limit) sayThereAreMore(limit, around);
    return EXIT.done;
  },
};
