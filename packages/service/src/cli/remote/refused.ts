import { Failed } from '../command/command.js';
import { plain } from '../terminal/plain.js';
import type { Answer } from './call.js';
import { membersOf } from './members.js';

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? plain(value) : undefined;

/** The type of a problem document (§7). */
export const problemTypeOf = ({ body }: Answer): string | undefined =>
  textIn(membersOf(body)['type']);

const faultsIn = ({ body }: Answer): ReadonlyArray<string> => {
  const { errors } = membersOf(body);
  if (!Array.isArray(errors)) return [];
  return errors
    .map(membersOf)
    .map(({ pointer, detail }) => `${textIn(pointer) ?? ''} ${textIn(detail) ?? ''}`);
};

/** In words what an answer refuses that is no success. */
export const refusalIn = (answer: Answer): string => {
  const detail = textIn(membersOf(answer.body)['detail']);
  const said = [...(detail === undefined ? [] : [detail]), ...faultsIn(answer)].join(' · ');
  return said === ''
    ? `the service answered ${String(answer.status)} without a reason: is the address right?`
    : `the service answered ${String(answer.status)}: ${said}`;
};

/** @throws Failed, with the service's reason */
export const refused = (answer: Answer): never => {
  throw new Failed(refusalIn(answer));
};
