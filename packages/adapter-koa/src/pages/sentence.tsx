import type { ComponentChildren } from 'preact';

/** A text with something else in the place of its `{}`. */
export const Sentence = ({
  text,
  children,
}: {
  readonly text: string;
  readonly children: ComponentChildren;
}) => {
  const [before, after] = text.split('{}');
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
};
