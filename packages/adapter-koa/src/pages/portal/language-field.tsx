import { OFFERED } from '../texts/languages.js';

/** The choice of a language, each by the name that it calls itself. */
export const LanguageField = ({
  legend,
  chosen,
}: {
  readonly legend: string;
  readonly chosen: string;
}) => (
  <fieldset>
    <legend>{legend}</legend>
    {OFFERED.map(({ language, name }) => (
      <label class="check" key={language}>
        <input type="radio" name="language" value={language} checked={language === chosen} />
        <span lang={language}>{name}</span>
      </label>
    ))}
  </fieldset>
);
