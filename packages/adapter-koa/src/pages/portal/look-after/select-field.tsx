/** A choice with its label; the fault is read out with it. */
export const SelectField = ({
  name,
  label,
  hint,
  fault,
  options,
  value,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly fault?: string | undefined;
  readonly options: ReadonlyArray<readonly [value: string, text: string]>;
  readonly value: string;
}) => (
  <div>
    <label for={name}>{label}</label>
    <select
      id={name}
      name={name}
      {...((hint ?? fault) !== undefined && {
        'aria-describedby': fault === undefined ? `${name}-hint` : `${name}-fault`,
      })}
      {...(fault !== undefined && { 'aria-invalid': 'true' })}
    >
      {options.map(([one, text]) => (
        <option key={one} value={one} selected={one === value}>
          {text}
        </option>
      ))}
    </select>
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
