const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text from elsewhere as a terminal may show it: without characters that move the cursor or hide what follows. */
export const plain = (text: string): string => text.replace(HIDDEN, ' ');
