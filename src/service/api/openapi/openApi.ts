import type { JsonSchema } from '@valibot/to-json-schema';

/** As much of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1.html) as the service's document uses. */
export interface OpenApi {
  openapi: '3.1.1';
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  security: Security[];
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: {
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer'; description: string }>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
    schemas: Record<string, JsonSchema>;
  };
}

/** In the order in which a reader meets them. */
export const methods = ['get', 'post', 'delete'] as const;
export type Method = (typeof methods)[number];

/** The schemes of which a request needs one; none at all when the list is empty. */
type Security = Record<string, []>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: Security[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema; example: unknown }> };
  responses: Record<string, Response | Reference>;
  /** What the reference shows, and what tools like Redoc read too. */
  'x-codeSamples': { lang: string; source: string }[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers: Record<string, Reference>;
  content?: Record<string, { schema: JsonSchema; example?: unknown }>;
  links?: Record<string, Link>;
}

interface Link {
  operationId: string;
  parameters: Record<string, string>;
  description: string;
}

interface Header {
  description: string;
  required: boolean;
  schema: JsonSchema;
}

export interface Reference {
  $ref: string;
}
