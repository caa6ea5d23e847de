import type { ComponentChildren } from 'preact';
import type { Fault, FaultField } from './payout-fault.js';
import type { Select } from './offer.js';

/** The fault of a control, as the control shows it. */
export interface Wrong {
  readonly 'aria-invalid'?: 'true';
  readonly 'aria-describedby'?: string;
  readonly autofocus?: true;
}

/** How a control says that a fault is its own, beside what describes it anyway. */
export const wrong = (field: FaultField, fault: Fault | undefined, hint?: string): Wrong => {
  const mine = fault?.field === field;
  const described = [mine && `${field}-fault`, hint].filter(Boolean).join(' ');
  return {
    ...(mine && { 'aria-invalid': 'true', autofocus: true }),
    ...(described !== '' && { 'aria-describedby': described }),
  };
};

/** The sentence of a fault, next to the control that it is about. */
export const FaultOf = ({
  field,
  fault,
}: {
  readonly field: FaultField;
  readonly fault: Fault | undefined;
}) =>
  fault?.field === field ? (
    <p class="fault" id={`${field}-fault`}>
      {fault.text}
    </p>
  ) : null;

/** A control with its label and its fault. */
export const Field = ({
  field,
  label,
  fault,
  children,
}: {
  readonly field: FaultField;
  readonly label: string;
  readonly fault: Fault | undefined;
  readonly children: ComponentChildren;
}) => (
  <div>
    <label for={field}>{label}</label>
    {children}
    <FaultOf field={field} fault={fault} />
  </div>
);

/** What a page shows of a choice. */
interface ChoiceShown {
  readonly field: FaultField;
  readonly label: string;
  readonly fault: Fault | undefined;
  readonly select: Select;
}

/** The only line of a choice, as text: there is nothing to pick. */
const OnlyChoice = ({ field, label, fault, select: { lines, picked } }: ChoiceShown) => (
  <div>
    <p class="label">{label}</p>
    <p id={field} tabindex={-1}>
      {lines.find(({ value }) => value === picked)?.text}
    </p>
    <input type="hidden" name={field} value={picked} />
    <FaultOf field={field} fault={fault} />
  </div>
);

/** A choice: a native select, or text where there is only one line. */
export const ChoiceField = ({ field, label, fault, select }: ChoiceShown) =>
  select.fixed ? (
    <OnlyChoice field={field} label={label} fault={fault} select={select} />
  ) : (
    <Field field={field} label={label} fault={fault}>
      <select id={field} name={field} autocomplete="off" {...wrong(field, fault)}>
        {select.lines.map(({ value, text }) => (
          <option key={value} value={value} selected={value === select.picked}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
