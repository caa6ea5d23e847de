import type { Page } from '../page.js';
import { Sentence } from '../sentence.js';

/** Says when the page looks again by itself, and counts down to it where scripts run. */
export const LookAgain = ({
  words,
  again: { seconds, at },
}: {
  readonly words: { readonly again: string; readonly soon: string };
  readonly again: Required<NonNullable<Page['again']>>;
}) => (
  <Sentence text={words.again}>
    <span role="timer" class="left" data-seconds-left={String(seconds)} data-then={at}>
      {words.soon}
    </span>
  </Sentence>
);
