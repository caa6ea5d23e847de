/** What is wrong with a folder of the rail. */
export type FolderFault = 'missing' | 'read_only' | 'other_file_system' | 'other_ledger';

/** A folder cannot be used: a call of the rail rejects with this and begins nothing, until the folder is mended. */
export class FolderUnusable extends Error {
  override readonly name = 'FolderUnusable';

  constructor(
    message: string,
    readonly folder: string,
    readonly fault: FolderFault,
  ) {
    super(message);
  }
}
