/**
 * Carries the files of a rail over folders to a bank's SFTP server, and the bank's files back.
 *
 * @packageDocumentation
 */

export {
  pinnedHostKey,
  sftpExchange,
  type Exchanged,
  type RemoteFile,
  type SftpClient,
  type SftpExchange,
  type SftpFolders,
} from './sftp/sftp-exchange.js';
