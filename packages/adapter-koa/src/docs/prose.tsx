import type { ComponentChildren } from 'preact';

/** One run of text, with code between backticks. */
export const inline = (text: string): ComponentChildren =>
  text.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part));

/** Paragraphs of text, with code between backticks. */
export const prose = (text: string): ComponentChildren =>
  text.split('\n\n').map((paragraph) => <p>{inline(paragraph)}</p>);
