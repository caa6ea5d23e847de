import type { Json } from '@hundi/core';
import type { Media, OpenApi, Operation, Parameter, Ref, Response } from '../openapi/model.js';
import { html, inline, prose, type Content } from './html.js';
import { field, typeOf } from './schema-view.js';

const nameIn = ({ $ref }: Ref): string => $ref.slice($ref.lastIndexOf('/') + 1);

const code = (value: Json | object): Content =>
  html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

const parametersOf = (operation: Operation, { components }: OpenApi): Content => {
  const parameters = operation.parameters.map((one) =>
    '$ref' in one ? components.parameters[nameIn(one)] : one,
  );
  const shown = parameters.filter((one): one is Parameter => one !== undefined);
  return html`<h4>Parameters</h4>
    <ul class="fields">
      ${shown.map(({ name, in: place, required, description = '', schema }) =>
        field(name, { description, ...schema }, required, place),
      )}
    </ul>`;
};

const bodyOf = (title: string, type: string, { schema, example }: Media): Content =>
  html`<h4>${title}</h4>
    <p>${typeOf(schema)}, as <code>${type}</code></p>
    ${example !== undefined && code(example)}`;

const requestOf = ({ requestBody }: Operation): Content =>
  Object.entries(requestBody?.content ?? {}).map(([type, media]) => bodyOf('Body', type, media));

const headersOf = ({ headers }: Response): Content => {
  const own = Object.entries(headers).filter(([, header]) => !('$ref' in header));
  return own.map(
    ([name, header]) =>
      'description' in header &&
      html`<p>Header <code>${name}</code>: ${inline(header.description)}</p>`,
  );
};

const successOf = (status: string, response: Response): Content => [
  Object.entries(response.content).map(([type, media]) => bodyOf(`Answer ${status}`, type, media)),
  headersOf(response),
];

interface Told {
  readonly type: string;
  readonly detail: string;
}

const refusalOf = ([status, { content }]: readonly [string, Response]): Content =>
  Object.values(content).flatMap(({ examples }) =>
    Object.values(examples ?? {}).map(({ value }) => {
      const { type, detail } = value as Told;
      return html`<li>
        <span class="status">${status}</span> <code>${type}</code>
        <p>${detail}</p>
      </li>`;
    }),
  );

/** One operation, to be read. */
export const operationView = (
  path: string,
  method: string,
  operation: Operation,
  document: OpenApi,
): Content => {
  const responses = Object.entries(operation.responses);
  const isSuccess = ([status]: readonly [string, Response]) => status.startsWith('2');
  return html`<section id="${operation.operationId}" class="operation">
    <h3>${operation.summary}</h3>
    <p class="call">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
    </p>
    ${prose(operation.description)} ${parametersOf(operation, document)} ${requestOf(operation)}
    ${responses.filter(isSuccess).map(([status, response]) => successOf(status, response))}
    <details>
      <summary>Errors</summary>
      <ul class="errors">
        ${responses.filter((one) => !isSuccess(one)).map(refusalOf)}
      </ul>
    </details>
  </section>`;
};
