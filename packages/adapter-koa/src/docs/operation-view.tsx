import type { Json } from '@hundi/core';
import type { ComponentChildren } from 'preact';
import type { Media, OpenApi, Operation, Parameter, Ref, Response } from '../openapi/model.js';
import { inline, prose } from './prose.js';
import { Field, typeOf } from './schema-view.js';

const nameIn = ({ $ref }: Ref): string => $ref.slice($ref.lastIndexOf('/') + 1);

const Code = ({ value }: { readonly value: Json | object }) => (
  <pre tabindex={0}>
    <code>{JSON.stringify(value, null, 2)}</code>
  </pre>
);

const parametersOf = (operation: Operation, { components }: OpenApi): ComponentChildren => {
  const parameters = operation.parameters.map((one) =>
    '$ref' in one ? components.parameters[nameIn(one)] : one,
  );
  const shown = parameters.filter((one): one is Parameter => one !== undefined);
  return (
    <>
      <h4>Parameters</h4>
      <ul class="fields">
        {shown.map(({ name, in: place, required, description = '', schema }) => (
          <Field
            name={name}
            schema={{ description, ...schema }}
            required={required}
            place={place}
          />
        ))}
      </ul>
    </>
  );
};

const bodyOf = (title: string, type: string, { schema, example }: Media): ComponentChildren => (
  <>
    <h4>{title}</h4>
    <p>
      {typeOf(schema)}, as <code>{type}</code>
    </p>
    {example !== undefined && <Code value={example} />}
  </>
);

const requestOf = ({ requestBody }: Operation): ComponentChildren =>
  Object.entries(requestBody?.content ?? {}).map(([type, media]) => bodyOf('Body', type, media));

const headersOf = ({ headers }: Response): ComponentChildren =>
  Object.entries(headers).map(
    ([name, header]) =>
      'description' in header && (
        <p>
          Header <code>{name}</code>: {inline(header.description)}
        </p>
      ),
  );

const successOf = (status: string, response: Response): ComponentChildren => [
  Object.entries(response.content).map(([type, media]) => bodyOf(`Answer ${status}`, type, media)),
  headersOf(response),
];

interface ExampleProblem {
  readonly type: string;
  readonly detail: string;
}

const refusalOf = ([status, { content }]: readonly [string, Response]): ComponentChildren =>
  Object.values(content).flatMap(({ examples }) =>
    Object.values(examples ?? {}).map(({ value }) => {
      const { type, detail } = value as ExampleProblem;
      return (
        <li>
          <span class="status">{status}</span> <code>{type}</code>
          <p>{detail}</p>
        </li>
      );
    }),
  );

/** Where an operation is found, and what it is. */
export interface Placed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** One operation, to be read. */
export const OperationView = ({
  path,
  method,
  operation,
  document,
}: Placed & { readonly document: OpenApi }) => {
  const responses = Object.entries(operation.responses);
  const isSuccess = ([status]: readonly [string, Response]) => status.startsWith('2');
  return (
    <section id={operation.operationId} class="operation">
      <h3>{operation.summary}</h3>
      <p class="call">
        <span class={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
      </p>
      {prose(operation.description)}
      {parametersOf(operation, document)}
      {requestOf(operation)}
      {responses.filter(isSuccess).map(([status, response]) => successOf(status, response))}
      <details>
        <summary>Errors</summary>
        <ul class="errors">{responses.filter((one) => !isSuccess(one)).map(refusalOf)}</ul>
      </details>
    </section>
  );
};
