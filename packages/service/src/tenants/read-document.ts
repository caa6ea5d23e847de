import { E, InvalidInput, readProvisionDocument, type ProvisionDocument } from '@hundi/core';
import { doubledMembers, ISSUES_MAX, numberFaults } from '@hundi/core/wire';
import { StartRefused } from '../config/start-refused.js';
import { jsonFault } from '../host/json-fault.js';
import { readBounded, unreadable } from '../host/read-bounded.js';

const parse = (text: string): E.Either<string, unknown> =>
  E.tryCatch(
    (): unknown => JSON.parse(text),
    () => jsonFault(text),
  );

/** Several hundred thousand payees. */
const DOCUMENT_MIB = 256;

/**
 * The provision document in a file. One that gives an object a member twice is refused: a parser would keep the
 * last, and the author of the file may have meant the first. So is one with a number that the parser would round.
 * Limits and fees are money.
 *
 * @param name what the operator knows the file by.
 * @throws StartRefused with the path of every fault, up to a hundred of them.
 */
export const readDocument = async (
  path: string,
  name = 'PROVISION_FILE',
): Promise<ProvisionDocument> => {
  const refuse = (what: string): never => {
    throw new StartRefused(`${name}: ${what}`);
  };
  const bytes = await readBounded(path, DOCUMENT_MIB).catch((e: unknown) => refuse(unreadable(e)));
  const text = new TextDecoder().decode(bytes);
  const parsed = parse(text);
  if (E.isLeft(parsed)) return refuse(parsed.left);
  const lost = [...doubledMembers(text), ...numberFaults(text)];
  if (lost.length > 0) return refuse(faultsOf(InvalidInput(lost)));
  const read = readProvisionDocument(parsed.right);
  return E.isRight(read) ? read.right : refuse(faultsOf(read.left));
};

/** The faults that the engine found, each with its path, in one line: it names a hundred at most. */
export const faultsOf = ({ issues }: InvalidInput): string =>
  [
    ...issues.map(
      ({ pointer, detail }) => `${pointer === '' ? 'the document' : pointer} ${detail}`,
    ),
    ...(issues.length < ISSUES_MAX ? [] : ['there may be more']),
  ].join('; ');
