/** The service cannot start as its surroundings are. The message is one line for the operator. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';

  constructor(line: string) {
    super(line.replaceAll(/\s*[\r\n]+\s*/g, ' '));
  }
}
