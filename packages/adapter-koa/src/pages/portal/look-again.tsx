import { Sentence } from '../sentence.js';

/** Says when the page looks again by itself, and counts down to it where scripts run. */
export const LookAgain = ({
  words,
  seconds,
  here,
}: {
  readonly words: { readonly again: string; readonly soon: string };
  readonly seconds: number;
  readonly here: string;
}) => (
  <Sentence text={words.again}>
    <span role="timer" class="left" data-seconds-left={String(seconds)} data-then={here}>
      {words.soon}
    </span>
  </Sentence>
);
