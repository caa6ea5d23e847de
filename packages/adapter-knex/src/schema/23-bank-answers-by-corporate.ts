import type { SchemaWords } from '../engine/dialect.js';

/** The bank's answers stand with the corporate whose payouts they are about. */
export const bankAnswersByCorporate = ({
  text,
  serialWithin,
}: SchemaWords): ReadonlyArray<string> => [
  ...['corporate_id', 'bank_id'].flatMap((name) => [
    `ALTER TABLE bank_answers ADD COLUMN ${name} ${text} NOT NULL DEFAULT ''`,
    `UPDATE bank_answers SET ${name} = coalesce(
      (SELECT p.${name} FROM payouts p WHERE p.payout_id = bank_answers.payout_id), '')`,
  ]),
  `DROP INDEX bank_answers_once`,
  `CREATE UNIQUE INDEX bank_answers_once ON bank_answers (corporate_id, answer_id)`,
  `DROP INDEX bank_answers_of`,
  serialWithin('bank_answers', 'bank_answers_of', 'corporate_id, payout_id', 'answer_no'),
];
