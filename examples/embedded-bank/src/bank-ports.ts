import { randomBytes } from 'node:crypto';
import { memoryStorage } from '@hundi/adapter-memory';
import { KEK_BYTES, nodePorts } from '@hundi/adapter-node';
import type { BankDirectory, Ports } from '@hundi/core';
import type { CoreBanking } from './core-banking.js';
import { coreBankingRail } from './core-banking-rail.js';
import { ledgerMark } from './ledger-mark.js';

/** The bank knows its own branches; payees elsewhere are shown without a bank name. */
const ownBranches: BankDirectory = {
  bankName: (ifsc) => (ifsc.startsWith('VLGB') ? 'Village Bank' : ''),
};

/**
 * The ports of this bank. It pays out at its own desk: it gives no card acquirer, no hosted pages, no webhook sender
 * and no mailer, so everything that needs one of them is off.
 */
export const bankPorts = (bank: CoreBanking): Ports => ({
  ...nodePorts({ kek: randomBytes(KEK_BYTES), sendMark: ledgerMark(bank) }),
  storage: memoryStorage(),
  bankRail: coreBankingRail(bank),
  bankDirectory: ownBranches,
});
