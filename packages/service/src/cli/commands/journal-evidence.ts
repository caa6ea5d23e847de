import { TransactionId } from '@hundi/core';
import { approvalEvidence } from '@hundi/core/operator';
import { EXIT, Misused, type Command } from '../command/command.js';
import { DATABASE_OPTION } from '../local/database-of.js';
import { reading } from '../local/reading.js';

const INDENT = 2;

/** `hundi journal evidence`: what shows who approved a payout. */
export const journalEvidence: Command = {
  words: 'TRANSACTION',
  wordsMax: 1,
  options: DATABASE_OPTION,
  about:
    'Prints, as one JSON document, what people approved and signed: the payout as it stands now, and each approval with its signature and the public key of its passkey. Verify it with the program of docs/verify-approvals.md, or with one of your own. It holds both account numbers. Reads only, beside the services.',
  examples: ['hundi journal evidence 0193a1b2-5c00-7e1f-8a2b-000000000001 > evidence.json'],
  run: async (given, around) => {
    const [id] = given.words;
    if (!TransactionId.is(id))
      throw new Misused('TRANSACTION: expected the transactionId of a payout');
    const evidence = await reading(given, around, ({ storage }) => approvalEvidence(storage, id));
    if (evidence === undefined) {
      around.err(`hundi: no accepted payout is called ${id}; hundi payouts ${id} says more`);
      return EXIT.failed;
    }
    around.out(given.json ? JSON.stringify(evidence) : JSON.stringify(evidence, null, INDENT));
    return EXIT.done;
  },
};
