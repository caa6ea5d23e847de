import type { Typed } from './deed.js';

/** A box that can be checked, with its label. */
export const CheckField = ({
  name,
  label,
  typed,
}: {
  readonly name: string;
  readonly label: string;
  readonly typed: Typed;
}) => (
  <label class="check">
    <input type="checkbox" name={name} value="yes" checked={typed.isChecked(name)} />
    <span>{label}</span>
  </label>
);
