/** What is wrong with a folder of the rail. */
export type FolderFault = 'missing' | 'read_only' | 'other_file_system';

/** Rejects a call of the rail that began nothing, because a folder cannot be used. It holds until somebody mends the folder. */
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
