import type { Json } from '@hundi/core';

/** A JSON Schema (2020-12), as OpenAPI 3.1 holds it. */
export type Schema = Readonly<Record<string, Json>>;

export interface Ref {
  readonly $ref: string;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

export interface Parameter extends Partial<Header> {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  /** How a list is written: its values between commas (RFC 6570). */
  readonly style?: 'form';
  readonly explode?: false;
}

/** The content of a body, by its one media type. */
export interface Media {
  readonly schema: Schema;
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, { readonly value: object }>>;
}

export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Ref>>;
  readonly content: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: ReadonlyArray<string>;
  readonly summary: string;
  readonly description: string;
  readonly security: ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>>;
  readonly parameters: ReadonlyArray<Parameter | Ref>;
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, Media>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The part of an OpenAPI 3.1 document that is used here. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: ReadonlyArray<{ readonly url: string }>;
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** What the service sends, by the type of event. */
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}
