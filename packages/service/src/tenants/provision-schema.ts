import { jsonSchemaOf, type Schema } from '@hundi/adapter-koa';
import { ProvisionDocument } from '@hundi/core';

/** The JSON Schema of provision documents, from the codec that reads them. */
export const provisionSchema = (): Schema =>
  jsonSchemaOf(ProvisionDocument, {
    title: 'Provision document',
    description: 'Banks, and everything that a bank sets up outside the partner API.',
  });
