import type { OpenApi } from '../openapi/model.js';
import { SIGNATURE } from '../openapi/webhooks.js';
import { inline } from './prose.js';
import { Field, typeOf } from './schema-view.js';

/** What the service sends, to be read: its headers and its answers once, and each type with its body. */
export const WebhooksView = ({
  webhooks,
}: {
  readonly webhooks: NonNullable<OpenApi['webhooks']>;
}) => {
  const events = Object.entries(webhooks).map(([type, { post }]) => ({ type, ...post }));
  return (
    <>
      <h3>Headers of a delivery</h3>
      <ul class="fields">
        {Object.values(SIGNATURE).map(({ name, description = '', schema, required }) => (
          <Field name={name} schema={{ description, ...schema }} required={required} />
        ))}
      </ul>
      <h3>Answers of a receiver</h3>
      <ul class="fields">
        {Object.entries(events[0]?.responses ?? {}).map(([status, { description }]) => (
          <li>
            <span class="name">{status}</span>
            <p>{inline(description)}</p>
          </li>
        ))}
      </ul>
      <h3 id="events">Events</h3>
      <ul class="fields">
        {events.map(({ type, description, requestBody }) => (
          <li>
            <span class="name">{type}</span>{' '}
            <span class="type">
              {Object.values(requestBody?.content ?? {}).map(({ schema }) => typeOf(schema))}
            </span>
            <p>{inline(description)}</p>
          </li>
        ))}
      </ul>
    </>
  );
};
