import type { ComponentChildren } from 'preact';

/** A text field with its label, hint and fault; the fault is read out with it. */
export const TextField = ({
  name,
  label,
  hint,
  fault,
  type = 'text',
  ...input
}: {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly fault?: string | undefined;
  readonly value?: string | undefined;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'decimal' | 'text' | 'email';
  readonly maxlength?: number;
  readonly class?: string;
  readonly type?: 'text' | 'date';
  readonly autofocus?: boolean;
}) => {
  const described = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(fault === undefined ? [] : [`${name}-fault`]),
  ];
  return (
    <div>
      <label for={name}>{label}</label>
      <input
        {...(type === 'date' ? ({ type } as const) : ({ type: 'text' } as const))}
        id={name}
        name={name}
        spellcheck={false}
        dir="auto"
        {...input}
        {...(described.length > 0 && { 'aria-describedby': described.join(' ') })}
        {...(fault !== undefined && { 'aria-invalid': 'true', autofocus: true })}
      />
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
    </div>
  );
};

/** A choice among options, or of any; a value that is none of them is shown as it is. */
export const Choice = ({
  name,
  label,
  any,
  value,
  options,
  fault,
}: {
  readonly name: string;
  readonly label: string;
  readonly any: string;
  readonly value: string;
  readonly options: ReadonlyArray<readonly [value: string, text: string]>;
  readonly fault?: string | undefined;
}) => {
  const known = value === '' || options.some(([one]) => one === value);
  return (
    <div>
      <label for={name}>{label}</label>
      <select
        id={name}
        name={name}
        {...(fault !== undefined && {
          'aria-describedby': `${name}-fault`,
          'aria-invalid': 'true',
          autofocus: true,
        })}
      >
        <option value="">{any}</option>
        {[...options, ...(known ? [] : [[value, value] as const])].map(([one, text]) => (
          <option key={one} value={one} selected={one === value}>
            {text}
          </option>
        ))}
      </select>
      {fault !== undefined && (
        <p class="fault" id={`${name}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
};

/** Something to know about the page: what was done, or why something was not. */
export const Notice = ({
  kind,
  text,
}: {
  readonly kind: 'good' | 'bad';
  readonly text: string;
}) => (
  <p class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {text}
  </p>
);
