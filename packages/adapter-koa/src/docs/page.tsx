import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { OpenApi } from '../openapi/model.js';
import { WEBHOOKS } from '../openapi/webhooks.js';
import { OperationView, type Placed } from './operation-view.js';
import { inline, prose } from './prose.js';
import { detailsOf } from './schema-view.js';
import { STYLE } from './style.js';
import { WebhooksView } from './webhooks-view.js';

const operationsOf = ({ paths }: OpenApi): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

const taggedWith = (name: string, operations: ReadonlyArray<Placed>): ReadonlyArray<Placed> =>
  operations.filter(({ operation }) => operation.tags.includes(name));

const contents = (document: OpenApi, operations: ReadonlyArray<Placed>): ComponentChildren =>
  document.tags.map(({ name }) => (
    <>
      <p>{name}</p>
      <ul>
        {taggedWith(name, operations).map(({ operation: { operationId, summary } }) => (
          <li>
            <a href={`#${operationId}`}>{summary}</a>
          </li>
        ))}
        {name === WEBHOOKS && document.webhooks !== undefined && (
          <li>
            <a href="#events">Every event</a>
          </li>
        )}
      </ul>
    </>
  ));

const group = (
  document: OpenApi,
  operations: ReadonlyArray<Placed>,
  { name, description }: OpenApi['tags'][number],
): ComponentChildren => (
  <section aria-labelledby={`tag-${name}`}>
    <h2 id={`tag-${name}`}>{name}</h2>
    {prose(description)}
    {taggedWith(name, operations).map((placed) => (
      <OperationView {...placed} document={document} />
    ))}
    {name === WEBHOOKS && document.webhooks !== undefined && (
      <WebhooksView webhooks={document.webhooks} />
    )}
  </section>
);

/** HTML that was written before. */
const written = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } });

const SCHEMAS_A_STEP = 20;

/** The schemas, some in each step. */
function* schemas({ components }: OpenApi): Generator<undefined, ComponentChildren> {
  const all = Object.entries(components.schemas);
  let html = renderToString(<h2 id="schemas">Schemas</h2>);
  for (let from = 0; from < all.length; from += SCHEMAS_A_STEP) {
    const some = all.slice(from, from + SCHEMAS_A_STEP).map(([name, schema]) => (
      <section id={`schema-${name}`} class="schema">
        <h3>{name}</h3>
        {detailsOf(schema)}
      </section>
    ));
    html += renderToString(<>{some}</>);
    yield;
  }
  return <section aria-labelledby="schemas" {...written(html)} />;
}

const headers = ({ components }: OpenApi): ComponentChildren => (
  <section aria-labelledby="headers">
    <h2 id="headers">Headers of answers</h2>
    <ul class="fields">
      {Object.entries(components.headers).map(([name, { description }]) => (
        <li>
          <span class="name">{name}</span>
          <p>{inline(description)}</p>
        </li>
      ))}
    </ul>
  </section>
);

const authentication = ({ components }: OpenApi): ComponentChildren =>
  Object.values(components.securitySchemes).map(({ name = 'Authorization', description = '' }) => (
    <p>
      Calls carry the header <code>{name}</code>. {inline(description)}
    </p>
  ));

const FirstCall = ({ commands }: { readonly commands: string }) => (
  <section aria-labelledby="first-call">
    <h2 id="first-call">A first call</h2>
    <pre tabindex={0}>
      <code>{commands}</code>
    </pre>
  </section>
);

const Body = ({
  document,
  operations,
  content,
}: {
  readonly document: OpenApi;
  readonly operations: ReadonlyArray<Placed>;
  readonly content: string;
}) => {
  const { title, version } = document.info;
  return (
    <body>
      <a class="skip" href="#content">
        To the content
      </a>
      <header>
        <h1>
          {title} <small>{version}</small>
        </h1>
        <p>
          <a href="openapi.json">openapi.json</a>, for tools
        </p>
      </header>
      <nav aria-label="Contents">
        {contents(document, operations)}
        <p>Reference</p>
        <ul>
          <li>
            <a href="#headers">Headers of answers</a>
          </li>
          <li>
            <a href="#schemas">Schemas</a>
          </li>
        </ul>
      </nav>
      <main id="content" {...written(content)} />
    </body>
  );
};

/**
 * The document as one page of HTML that needs nothing else: no script, no other host. In steps, one for each group of
 * operations and for some schemas: writing all of it takes longer than others should wait.
 */
export function* docsPage(document: OpenApi, firstCall?: string): Generator<undefined, string> {
  const operations = operationsOf(document);
  let content = renderToString(
    <>
      {firstCall !== undefined && <FirstCall commands={firstCall} />}
      {prose(document.info.description)}
      {authentication(document)}
    </>,
  );
  for (const tag of document.tags) {
    content += renderToString(<>{group(document, operations, tag)}</>);
    yield;
  }
  content += renderToString(<>{headers(document)}</>);
  content += renderToString(<>{yield* schemas(document)}</>);
  return `<!doctype html>${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{document.info.title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE.text }} />
      </head>
      <Body document={document} operations={operations} content={content} />
    </html>,
  )}`;
}
