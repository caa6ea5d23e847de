import { demoDocument } from '@hundi/testkit';

/** What `provision/demo.json` holds: the kit's demo document, with an endpoint to which acme's webhooks go. */
export const demoFile = (): object => ({
  $schema: './provision.schema.json',
  ...demoDocument({
    webhookEndpoints: [{ url: 'http://127.0.0.1:4000/hooks', eventTypes: ['*'] }],
  }),
});
