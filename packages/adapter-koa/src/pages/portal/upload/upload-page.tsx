import type { Page } from '../../page.js';
import { PageForm } from '../../page-form.js';
import { FILE_FIELD } from '../../form/multipart.js';
import { Notice, TextField } from '../form-field.js';
import type { Inside } from '../inside.js';
import { portalPage } from '../portal-page.js';

/** The fields of the form beside the file. */
export const TYPED = ['name', 'count', 'sum'] as const;
export type TypedName = (typeof TYPED)[number];

/** What is typed beside a file. */
export type TypedBeside = Readonly<Partial<Record<TypedName, string>>>;

/** The form as it was filled, and what is wrong with it. A browser forgets the file in any case. */
export interface UploadShown {
  readonly typed: TypedBeside;
  readonly faults: Readonly<Partial<Record<TypedName, string>>>;
  readonly notice?: { readonly kind: 'good' | 'bad'; readonly text: string };
}

const Columns = ({ inside: { texts } }: { readonly inside: Inside }) => (
  <dl class="terms">
    {Object.entries(texts.upload.meanings).map(([name, meaning]) => (
      <div key={name}>
        <dt>{name.replace(' or ', texts.waiting.or)}</dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
);

/** Asks for a file of payments. */
export const uploadPage = (
  inside: Inside,
  { typed, faults, notice }: UploadShown,
  hasTemplate: boolean,
): Page => {
  const { visit, texts } = inside;
  const { upload } = texts;
  const field = (name: TypedName) => ({ name, value: typed[name], fault: faults[name] });
  const isOpen = TYPED.some((name) => (typed[name] ?? '') !== '');
  return portalPage(inside, {
    title: upload.title,
    at: 'upload',
    content: (
      <>
        <h1>{upload.title}</h1>
        {notice !== undefined && <Notice {...notice} />}
        <section class="card">
          <p>{upload.intro}</p>
          {hasTemplate && (
            <p>
              <a href={visit.href('/portal/upload/template.csv')}>{upload.template}</a>
            </p>
          )}
          <PageForm visit={visit} action="/portal/upload/read" withFile>
            <details open={isOpen}>
              <summary>{upload.more}</summary>
              <TextField
                {...field('name')}
                label={upload.name}
                hint={upload.nameHint}
                maxlength={100}
              />
              <TextField {...field('count')} label={upload.count} inputmode="numeric" />
              <TextField
                {...field('sum')}
                label={upload.sum}
                hint={upload.totalsHint}
                inputmode="decimal"
              />
            </details>
            <div>
              <label for={FILE_FIELD}>{upload.file}</label>
              <input
                type="file"
                id={FILE_FIELD}
                name={FILE_FIELD}
                required
                aria-describedby="file-hint"
              />
              <p class="hint" id="file-hint">
                {upload.fileHint}
              </p>
            </div>
            <div class="actions">
              <button>{upload.preview}</button>
            </div>
          </PageForm>
        </section>
        <section class="card">
          <h2>{upload.columns}</h2>
          <Columns inside={inside} />
        </section>
      </>
    ),
  });
};

/** Says why a person sees no such page now, and what to do. */
export const uploadStopped = (
  inside: Inside,
  text: string,
  way?: { readonly path: `/${string}`; readonly text: string },
): Page => {
  const { visit, texts } = inside;
  const { upload } = texts;
  return portalPage(inside, {
    title: upload.stopped,
    at: 'upload',
    content: (
      <section class="card narrow">
        <h1>{upload.stopped}</h1>
        <p>{text}</p>
        {way !== undefined && (
          <p>
            <a class="button" href={visit.href(way.path)}>
              {way.text}
            </a>
          </p>
        )}
      </section>
    ),
  });
};
