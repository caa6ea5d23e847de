import type { BrowsedBeneficiary, MakersPackage } from '@hundi/core/wire';
import type { ComponentChildren } from 'preact';
import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { Notice, TextField } from '../form-field.js';
import type { Inside } from '../inside.js';
import { portalPage } from '../portal-page.js';
import {
  accountField,
  accountText,
  filledSlots,
  PACKAGE,
  SLOTS,
  type AccountPart,
  type FaultKind,
  type TextName,
  type TypedBeneficiary,
} from './beneficiary-form.js';
import { AT, pathOf } from './beneficiary-path.js';

/** What the form of a beneficiary shows. */
export interface BeneficiaryFormShown {
  /** The one that is changed; absent for a new one. */
  readonly changed?: BrowsedBeneficiary | undefined;
  readonly typed: TypedBeneficiary;
  /** The revision that the person saw when they began to type; absent in a form that nobody has typed in. */
  readonly since?: string;
  /** How the record is now, where it moved on since then. */
  readonly now?: TypedBeneficiary | undefined;
  readonly packages: ReadonlyArray<MakersPackage>;
  /** Names the form of this page: sent twice, it does nothing twice. */
  readonly key: string;
  readonly faults?: ReadonlyMap<string, FaultKind>;
  readonly notice?: { readonly kind: 'good' | 'bad'; readonly text: string } | undefined;
}

interface Part {
  readonly inside: Inside;
  readonly shown: BeneficiaryFormShown;
}

const faultOf = ({ inside, shown }: Part, field: string): string | undefined => {
  const kind = shown.faults?.get(field);
  return kind === undefined ? undefined : inside.texts.beneficiaries.form.faults[kind];
};

/** A hint, and beside it how the record is now where that differs from what is typed. */
const hintOf = (
  part: Part,
  hint: string | undefined,
  valueIn: (one: TypedBeneficiary) => string,
): ComponentChildren | undefined => {
  const { typed, now } = part.shown;
  if (now === undefined || valueIn(now) === valueIn(typed)) return hint;
  const { isNow, isEmpty } = part.inside.texts.beneficiaries.form;
  const value = valueIn(now);
  return (
    <>
      {hint !== undefined && `${hint} `}
      <strong>
        {isNow} <bdi>{value === '' ? isEmpty : value}</bdi>
      </strong>
    </>
  );
};

const Line = ({
  part,
  name,
  hint,
  required = false,
  ...input
}: {
  readonly part: Part;
  readonly name: TextName;
  readonly required?: boolean;
  readonly hint?: string;
  readonly maxlength?: number;
  readonly inputmode?: 'email' | 'text';
}) => {
  const { beneficiaries } = part.inside.texts;
  const { form } = beneficiaries;
  const label = beneficiaries[name];
  return (
    <TextField
      name={name}
      label={required ? label : form.optional(label)}
      value={part.shown.typed.texts[name]}
      hint={hintOf(part, hint, ({ texts }) => texts[name])}
      fault={faultOf(part, name)}
      autocomplete="off"
      {...input}
    />
  );
};

const Account = ({ part, slot }: { readonly part: Part; readonly slot: number }) => {
  const { beneficiaries } = part.inside.texts;
  const { form } = beneficiaries;
  const { typed, now } = part.shown;
  const field = (name: AccountPart, hint?: string) => ({
    name: accountField(slot, name),
    value: accountText(typed, slot, name),
    hint: hintOf(part, hint, (one) => accountText(one, slot, name)),
    fault: faultOf(part, accountField(slot, name)),
    autocomplete: 'off',
  });
  return (
    <fieldset>
      <legend>{form.account(slot)}</legend>
      <div class="row top">
        <TextField
          {...field('Number')}
          label={beneficiaries.number}
          inputmode="numeric"
          maxlength={60}
        />
        <TextField {...field('Ifsc')} label={beneficiaries.ifsc} maxlength={30} />
        <TextField
          {...field('Name', form.accountNameHint)}
          label={form.optional(beneficiaries.accountName)}
          maxlength={200}
        />
      </div>
      <label class="check">
        <input type="radio" name="default" value={slot} checked={slot === typed.defaultSlot} />
        <span>
          {form.isDefault}
          {slot === now?.defaultSlot && slot !== typed.defaultSlot && (
            <strong> {form.isDefaultNow}</strong>
          )}
        </span>
      </label>
    </fieldset>
  );
};

const FIRST = 1;

const Accounts = ({ part }: { readonly part: Part }) => {
  const { typed, now } = part.shown;
  const { form } = part.inside.texts.beneficiaries;
  const more = SLOTS.filter((slot) => slot !== FIRST);
  const isUsed = (slot: number): boolean =>
    filledSlots(typed).includes(slot) || (now !== undefined && filledSlots(now).includes(slot));
  return (
    <>
      <Account part={part} slot={FIRST} />
      <details {...(more.some(isUsed) && { open: true })}>
        <summary>{form.moreAccounts}</summary>
        {more.map((slot) => (
          <Account key={slot} part={part} slot={slot} />
        ))}
      </details>
    </>
  );
};

const Packages = ({ part }: { readonly part: Part }) => {
  const { changed, packages, typed, now } = part.shown;
  const { form } = part.inside.texts.beneficiaries;
  const fault = faultOf(part, 'packages');
  const offered = new Set<string>(packages.map(({ packageCode }) => packageCode));
  const others = (changed?.packageCodes ?? []).filter((code) => !offered.has(code));
  return (
    <fieldset {...(fault !== undefined && { 'aria-describedby': 'packages-fault' })}>
      <legend>{form.packages}</legend>
      {packages.map(({ packageCode, name }) => (
        <label key={packageCode} class="check">
          <input
            type="checkbox"
            name={`${PACKAGE}${packageCode}`}
            value="yes"
            checked={typed.packages.has(packageCode)}
          />
          <span>
            {packageCode} <bdi class="sub">{name}</bdi>
            {now !== undefined &&
              now.packages.has(packageCode) !== typed.packages.has(packageCode) && (
                <strong>
                  {' '}
                  {now.packages.has(packageCode) ? form.isChosenNow : form.isNotChosenNow}
                </strong>
              )}
          </span>
        </label>
      ))}
      {others.length > 0 && <p class="hint">{form.otherPackages(others)}</p>}
      {fault !== undefined && (
        <p class="fault" id="packages-fault">
          {fault}
        </p>
      )}
    </fieldset>
  );
};

/** The form by which a person adds a beneficiary, changes one, or sends one to a checker again. */
export const beneficiaryFormPage = (inside: Inside, shown: BeneficiaryFormShown): Page => {
  const { visit, texts } = inside;
  const { beneficiaries } = texts;
  const { form } = beneficiaries;
  const { changed, now, key, notice } = shown;
  const part = { inside, shown };
  const isMarked = shown.faults !== undefined;
  const isSentAgain = changed !== undefined && changed.approvalState !== 'approved';
  const title =
    changed === undefined
      ? form.newTitle
      : isSentAgain
        ? form.againTitle(changed.name)
        : form.changeTitle(changed.name);
  const action =
    changed === undefined
      ? (`${AT}/new/save` as const)
      : pathOf(changed.beneficiaryId, '/change/save');
  const back = changed === undefined ? AT : pathOf(changed.beneficiaryId);
  return portalPage(inside, {
    title,
    at: 'beneficiaries',
    content: (
      <section class="card">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {now !== undefined && <Notice kind="bad" text={form.movedOn} takesFocus={!isMarked} />}
        {notice !== undefined && <Notice {...notice} takesFocus={!isMarked && now === undefined} />}
        <p class="quiet">
          {changed === undefined || isSentAgain ? form.newIntro : form.changeIntro}
        </p>
        <PageForm visit={visit} action={action}>
          <input type="hidden" name="key" value={key} />
          {changed !== undefined && (
            <>
              <input type="hidden" name="revision" value={changed.revision} />
              <input type="hidden" name="since" value={shown.since ?? changed.revision} />
            </>
          )}
          <Line part={part} name="name" required maxlength={200} hint={form.nameHint} />
          {changed === undefined && (
            <Line part={part} name="beneId" required maxlength={40} hint={form.beneIdHint} />
          )}
          <Line part={part} name="phone" required maxlength={40} hint={form.phoneHint} />
          <Line part={part} name="email" inputmode="email" maxlength={254} />
          <Line part={part} name="type" maxlength={100} hint={form.typeHint} />
          <Line part={part} name="category" maxlength={100} />
          <Line part={part} name="tags" hint={form.tagsHint} />
          <Line part={part} name="purpose" maxlength={35} hint={form.purposeHint} />
          <Line part={part} name="lei" maxlength={20} hint={form.leiHint} />
          <Accounts part={part} />
          <Packages part={part} />
          <div class="actions">
            <button>{changed === undefined ? form.add : form.save}</button>
            <a class="button second" href={visit.href(back)}>
              {beneficiaries.back}
            </a>
          </div>
        </PageForm>
      </section>
    ),
  });
};
