import type { OpenApi, Operation } from '../openapi/model.js';
import { html, inline, prose, type Content } from './html.js';
import { operationView } from './operation-view.js';
import { detailsOf } from './schema-view.js';
import { STYLE } from './style.js';

interface Placed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const operationsOf = ({ paths }: OpenApi): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

const contents = (document: OpenApi, operations: ReadonlyArray<Placed>): Content =>
  document.tags.map(
    ({ name }) =>
      html`<p>${name}</p>
        <ul>
          ${operations
            .filter(({ operation }) => operation.tags.includes(name))
            .map(
              ({ operation: { operationId, summary } }) =>
                html`<li><a href="#${operationId}">${summary}</a></li>`,
            )}
        </ul>`,
  );

const groups = (document: OpenApi, operations: ReadonlyArray<Placed>): Content =>
  document.tags.map(
    ({ name, description }) =>
      html`<section aria-labelledby="tag-${name}">
        <h2 id="tag-${name}">${name}</h2>
        ${prose(description)}
        ${operations
          .filter(({ operation }) => operation.tags.includes(name))
          .map(({ path, method, operation }) => operationView(path, method, operation, document))}
      </section>`,
  );

const schemas = ({ components }: OpenApi): Content =>
  html`<section aria-labelledby="schemas">
    <h2 id="schemas">Schemas</h2>
    ${Object.entries(components.schemas).map(
      ([name, schema]) =>
        html`<section id="schema-${name}" class="schema">
          <h3>${name}</h3>
          ${detailsOf(schema)}
        </section>`,
    )}
  </section>`;

const headers = ({ components }: OpenApi): Content =>
  html`<section aria-labelledby="headers">
    <h2 id="headers">Headers of answers</h2>
    <ul class="fields">
      ${Object.entries(components.headers).map(
        ([name, { description }]) =>
          html`<li>
            <span class="name">${name}</span>
            <p>${inline(description)}</p>
          </li>`,
      )}
    </ul>
  </section>`;

const authentication = ({ components }: OpenApi): Content =>
  Object.values(components.securitySchemes).map(
    ({ name = 'Authorization', description = '' }) =>
      html`<p>Calls carry the header <code>${name}</code>. ${inline(description)}</p>`,
  );

/** The document as one page of HTML that needs nothing else: no script, no other host. */
export const docsPage = (document: OpenApi): string => {
  const { title, version, description } = document.info;
  const operations = operationsOf(document);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE.element}
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        <header>
          <h1>${title} <small>${version}</small></h1>
          <p><a href="openapi.json">openapi.json</a>, for tools</p>
        </header>
        <nav aria-label="Contents">
          ${contents(document, operations)}
          <p>Reference</p>
          <ul>
            <li><a href="#headers">Headers of answers</a></li>
            <li><a href="#schemas">Schemas</a></li>
          </ul>
        </nav>
        <main id="content">
          ${prose(description)} ${authentication(document)} ${groups(document, operations)}
          ${headers(document)} ${schemas(document)}
        </main>
      </body>
    </html>`.text;
};
