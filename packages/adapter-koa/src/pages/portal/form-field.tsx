import type { ComponentChildren } from 'preact';

/** What ties a field to its hint and its fault, so that they are read out with it. */
const toldOf = (
  name: string,
  hint: ComponentChildren | undefined,
  fault: string | undefined,
  toldIn?: string,
): {
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: 'true';
  readonly autofocus?: boolean;
} => {
  const described = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(fault === undefined ? [] : [`${name}-fault`]),
    ...(toldIn === undefined ? [] : [toldIn]),
  ];
  return {
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    ...((fault ?? toldIn) !== undefined && { 'aria-invalid': 'true', autofocus: true }),
  };
};

const Told = ({
  name,
  hint,
  fault,
}: {
  readonly name: string;
  readonly hint: ComponentChildren | undefined;
  readonly fault: string | undefined;
}) => (
  <>
    {hint !== undefined && (
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
    )}
    {fault !== undefined && (
      <p class="fault" id={`${name}-fault`}>
        {fault}
      </p>
    )}
  </>
);

/** A text field with its label, hint and fault; the fault is read out with it. */
export const TextField = ({
  name,
  label,
  hint,
  fault,
  toldIn,
  ...input
}: {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly fault?: string | undefined;
  /** The id of the element that tells the fault, where that is not told beside the field. */
  readonly toldIn?: string | undefined;
  readonly value?: string | undefined;
  readonly type?: 'text' | 'date' | 'search';
  /** Names a list of suggestions. */
  readonly list?: string;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'decimal' | 'text' | 'email';
  readonly maxlength?: number;
  readonly class?: string;
  readonly autofocus?: boolean;
}) => (
  <div>
    <label for={name}>{label}</label>
    <input
      type="text"
      id={name}
      name={name}
      spellcheck={false}
      dir="auto"
      {...input}
      {...toldOf(name, hint, fault, toldIn)}
    />
    <Told name={name} hint={hint} fault={fault} />
  </div>
);

/** A comment on a decision; a bad one is told beside it. */
export const CommentField = (words: {
  readonly label: string;
  readonly hint: string;
  readonly value: string | undefined;
  readonly fault: string | undefined;
}) => <TextField name="comment" maxlength={500} {...words} />;

/** A choice among few, the first of which stands for any or none; one that is not among them any more is kept. */
export const Choice = ({
  name,
  label,
  any,
  value,
  options,
  hint,
  fault,
}: {
  readonly name: string;
  readonly label: string;
  /** Absent where one of the others has to be chosen. */
  readonly any?: string | undefined;
  readonly value: string;
  readonly options: ReadonlyArray<readonly [value: string, text: string]>;
  readonly hint?: ComponentChildren;
  readonly fault?: string | undefined;
}) => {
  const known = value === '' || options.some(([one]) => one === value);
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name} {...toldOf(name, hint, fault)}>
        {any !== undefined && <option value="">{any}</option>}
        {[...options, ...(known ? [] : [[value, value] as const])].map(([one, text]) => (
          <option key={one} value={one} selected={one === value}>
            {text}
          </option>
        ))}
      </select>
      <Told name={name} hint={hint} fault={fault} />
    </div>
  );
};

/** Something to know about the page: what was done, or why something was not. */
export const Notice = ({
  kind,
  text,
  takesFocus = false,
}: {
  readonly kind: 'good' | 'bad';
  readonly text: string;
  /** Whether a reader starts at why something was not done: where no field is at fault, which would take the focus. */
  readonly takesFocus?: boolean;
}) => (
  <p
    class={`notice ${kind}`}
    role={kind === 'bad' ? 'alert' : 'status'}
    {...(takesFocus && kind === 'bad' && { tabindex: -1, autofocus: true })}
  >
    {text}
  </p>
);
