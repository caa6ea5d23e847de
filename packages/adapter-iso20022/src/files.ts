/**
 * A rail over folders: `pain.001` files to the bank, and the bank's files as reports.
 *
 * @packageDocumentation
 */

export {
  fileRail,
  type Collected,
  type FileRail,
  type FileRailOptions,
} from './files/file-rail.js';
export { lookAtLedger, type MarkedLedger } from './files/same-ledger.js';
export { FolderUnusable, type FolderFault } from './files/folder-unusable.js';
export { NotOpened, type Envelope } from './files/envelope.js';
export { type CollectedFile, type RefusedFile } from './files/collect.js';
export { type Folders } from './files/send-message.js';
