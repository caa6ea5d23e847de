import { fileSendMark } from '@hundi/adapter-node';
import { E, type SendMark, type Storage } from '@hundi/core';
import {
  decideHeldPayout,
  type DecideHeldPayoutError,
  type HeldPayoutDecided,
  type HeldPayoutDecision,
} from '@hundi/core/operator';
import { openExisting } from '../../database/open-existing.js';
import { EXIT, Failed, Misused, textOf, type Command } from '../command/command.js';
import { DATABASE_OPTION, databaseOf, sendMarkOf } from '../local/database-of.js';

const SAID: Readonly<Record<HeldPayoutDecided['state'], string>> = {
  release_asked: 'is released once a second operator says so, too',
  refusal_asked: 'is refused once a second operator says so, too',
  released: 'is released, and is sent next',
  refused: 'is refused, and has ended as cancelled',
};

const faultOf = (refusal: DecideHeldPayoutError, transactionId: string): Error => {
  switch (refusal._tag) {
    case 'PayoutNotHeld':
      return new Failed(
        `the guard holds no payout ${transactionId}: "hundi review list" names those that it holds`,
      );
    case 'SecondOperatorNeeded':
      return new Failed('you have decided so before: a second operator has to');
    case 'StillInDoubt':
      return new Failed(
        'the database was restored, and the bank may have executed the payout: release it, and the bank is asked before it is sent',
      );
    case 'InvalidInput':
      return new Misused(
        refusal.issues.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; '),
      );
  }
};

/** A refusal ends a payout for good: whether the bank may have it shows only beside the mark. @throws Failed */
const requireMark = async (storage: Storage, { read }: Pick<SendMark, 'read'>): Promise<void> => {
  const mark = await read().catch((error: unknown) => {
    throw new Failed(`SEND_MARK: ${(error as Error).message}`);
  });
  if (mark !== undefined || (await storage.read(({ work }) => work.lastToken())) === 0) return;
  throw new Failed(
    "SEND_MARK holds no mark, so a restored database would not show: name the services' own, or, if no payment was ever sent, say --without-send-mark",
  );
};

const decideCommand = (
  decision: HeldPayoutDecision['decision'],
  about: string,
  example: string,
  options: Command['options'] = {},
): Command => ({
  words: 'TRANSACTION',
  wordsMax: 1,
  options: {
    by: { type: 'string', value: 'NAME', about: 'your name, for the journal' },
    ...options,
    ...DATABASE_OPTION,
  },
  about: `${about} Two operators have to say so, each under their own name; who decides otherwise takes the place of the first. The journal names each as "operator NAME". PostgreSQL may be in use meanwhile; the service on an SQLite file must be stopped.`,
  examples: [example],
  run: async (given, around) => {
    const [transactionId] = given.words;
    const operator = textOf(given, 'by');
    if (transactionId === undefined || operator === undefined)
      throw new Misused('expected TRANSACTION and --by NAME');
    const { place, pooler } = databaseOf(given, around);
    const sendMark = fileSendMark(sendMarkOf(around));
    const needsMark = decision === 'refuse' && given.values['without-send-mark'] !== true;
    const { storage, openClock, close } = await openExisting(place, pooler);
    try {
      if (needsMark) await requireMark(storage, sendMark);
      const input = { transactionId, operator, decision };
      const done = await decideHeldPayout({ storage, clock: await openClock(), sendMark }, input);
      if (E.isLeft(done)) throw faultOf(done.left, transactionId);
      around.out(
        given.json ? JSON.stringify(done.right) : `${transactionId} ${SAID[done.right.state]}`,
      );
      return EXIT.done;
    } finally {
      await close();
    }
  },
});

/** `hundi review release`: two operators of the bank let a payout go that the guard holds. */
export const reviewRelease = decideCommand(
  'release',
  'Lets a payout go to the bank that the guard before sending holds.',
  'hundi review release 01890a5d-ac96-774b-bcce-b302099a8057 --by n.rao',
);

/** `hundi review refuse`: two operators of the bank end a payout that the guard holds. */
export const reviewRefuse = decideCommand(
  'refuse',
  'Ends a payout that the guard before sending holds; it becomes cancelled.',
  'hundi review refuse 01890a5d-ac96-774b-bcce-b302099a8057 --by n.rao',
  {
    'without-send-mark': {
      type: 'boolean',
      about: 'refuses although SEND_MARK holds no mark: only where no payment was ever sent',
    },
  },
);
