import type { JsonSchema } from '@valibot/to-json-schema';
import { pageShell, pageStyle } from '../../../report/formats/html.ts';
import { pageTheme } from '../../../report/style/theme.ts';
import { html, type Html } from '../../../report/view/html.ts';
import { Hono } from 'hono';
import type { ServiceParts } from '../../service.ts';
import type { Environment } from '../environment.ts';
import { strictPolicy } from '../headers.ts';
import { openApiDocument, type OpenApi } from './document.ts';
import { methods, propertiesOf, type Response } from './components.ts';

/** Serves the document to programs and people, without a key. It is generated on the first request. */
export function openApiRoutes(parts: ServiceParts): Hono<Environment> {
  const routes = new Hono<Environment>();
  let document: string | undefined;
  let page: string | undefined;

  routes.get('/api/v1/openapi.json', (context) => {
    document ??= JSON.stringify(openApiDocument(parts));
    return context.body(document, 200, { 'Content-Type': 'application/json' });
  });

  routes.get('/docs', (context) => {
    page ??= referencePage(openApiDocument(parts));
    return context.html(page, 200, { 'Content-Security-Policy': referencePolicy });
  });

  return routes;
}

// `css` is a plain string; the name lets editors and the formatter read it as CSS.
const css = String.raw;

const style = pageStyle(css`
  ${pageTheme}
  body {
    max-width: 50em;
    margin: 0 auto;
    padding: 1.5em 1.2em 3em;
    background: var(--paper);
    color: var(--ink);
    font: var(--size) / 1.55 var(--font);
    overflow-wrap: anywhere;
  }
  a {
    color: var(--link);
  }
  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  nav ul {
    columns: 15em;
    padding: 0;
    list-style: none;
  }
  nav a {
    display: block;
    padding: 0.15em 0;
  }
  h2 {
    margin-top: 2em;
  }
  h3 {
    margin-top: 1.8em;
    padding-top: 1.2em;
    border-top: 1px solid color-mix(in srgb, var(--ink) 18%, transparent);
  }
  pre,
  code {
    font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace;
    font-size: 0.93em;
  }
  pre {
    padding: 0.8em 1em;
    background: color-mix(in srgb, var(--ink) 6%, transparent);
    white-space: pre-wrap;
  }
  dt {
    margin-top: 0.5em;
    color: var(--faint);
  }
  dt b {
    color: var(--ink);
  }
  dd {
    margin: 0 0 0 1.5em;
  }
  summary {
    margin-top: 0.7em;
    cursor: pointer;
  }
`);

export const referencePolicy = `${strictPolicy}; style-src ${style.source}; base-uri 'none'; form-action 'none'`;

/** The document as a page for people, without scripts or requests. */
export function referencePage(document: OpenApi): string {
  const { info, tags, components } = document;
  const title = `${info.title} API`;
  const operations = operationsOf(document);
  const schemas = Object.entries(components.schemas);
  const body = html`<main>
    <h1>${title}</h1>
    <p>${info.summary} For programs: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>
    <nav aria-label="Contents">
      <ul>
        ${operations.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`)}
        <li><a href="#schemas">Schemas</a></li>
      </ul>
    </nav>
    ${info.description
      .split('\n\n')
      .map((text) =>
        text.startsWith('## ') ? html`<h2>${text.slice('## '.length)}</h2>` : html`<p>${prose(text)}</p>`,
      )}
    ${tags.map(
      ({ name, description }) =>
        html`<h2>${name}</h2>
          <p>${prose(description)}</p>
          ${operations
            .filter((operation) => operation.tags.includes(name))
            .map((operation) => operationView(operation, components.responses))}`,
    )}
    <h2 id="schemas">Schemas</h2>
    ${schemas.map(
      ([name, schema]) =>
        html`<h3 id="${name}">${name}</h3>
          ${fieldList(schema)}`,
    )}
  </main>`;
  return pageShell({ language: 'en', title, style, body });
}

function operationsOf({ paths }: OpenApi) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ ...item[method], path, method }] : [])),
  );
}

function operationView(
  operation: ReturnType<typeof operationsOf>[number],
  errors: Record<string, Response>,
): Html {
  const { operationId, summary, description, method, path, parameters = [], requestBody } = operation;
  const responses = Object.entries(operation.responses);
  const body = requestBody?.content['application/x-www-form-urlencoded']?.schema;
  return html`<section aria-labelledby="${operationId}">
    <h3 id="${operationId}">${summary}</h3>
    <p>
      <code><b>${method.toUpperCase()}</b> ${path}</code>
    </p>
    <p>${prose(description)}</p>
    ${operation['x-codeSamples'].map(({ source }) => html`<pre><code>${source}</code></pre>`)}
    ${
      parameters.length === 0
        ? undefined
        : html`<h4>Parameters</h4>
            <dl>
              ${parameters.map(({ name, required, description, schema }) => entry(name, { ...schema, description }, required))}
            </dl>`
    }
    ${body && html`<h4>Fields of the body</h4>`} ${body && fieldList(body)}
    <h4>Responses</h4>
    <dl>
      ${responses.map(([status, response]) => {
        const { content, description } = '$ref' in response ? errors[lastOf(response.$ref)]! : response;
        const schema = content?.['application/json']?.schema;
        return html`<dt><b>${status}</b> ${schema && typeOf(schema)}</dt>
          <dd>${prose(description)}</dd>`;
      })}
    </dl>
    ${responses.flatMap(([, response]) =>
      Object.values('content' in response ? response.content : {}).map(
        ({ example }) =>
          html`<details>
            <summary>Example</summary>
            <pre><code>${JSON.stringify(example, null, 2)}</code></pre>
          </details>`,
      ),
    )}
  </section>`;
}

function fieldList(schema: JsonSchema): Html {
  const fields = Object.entries(propertiesOf(schema));
  return html`<dl>
    ${fields.map(([name, field]) => entry(name, field, schema.required?.includes(name) ?? false))}
  </dl>`;
}

function entry(name: string, schema: JsonSchema, isRequired: boolean): Html {
  const described = [schema, ...(schema.anyOf ?? [])].map((option) =>
    typeof option === 'object' ? (option.description ?? '') : '',
  );
  return html`<dt>
      <b><code>${name}</code></b> ${typeOf(schema)}${isRequired ? ', required' : undefined}${
        schema.default === undefined ? undefined : html`, default <code>${literal(schema.default)}</code>`
      }
    </dt>
    <dd>${prose(described.join(' ').trim())}</dd>`;
}

/** A type in words: `string or null`, `list of Span`, one of some values. Names of schemas are links. */
function typeOf(schema: JsonSchema): Html {
  const { $ref, anyOf, items, properties, type } = schema;
  if ($ref !== undefined) return html`<a href="#${lastOf($ref)}">${lastOf($ref)}</a>`;
  if (schema.enum) return alternatives(schema.enum.map((value) => html`<code>${literal(value)}</code>`));
  if (anyOf) return alternatives(anyOf.filter((option) => typeof option === 'object').map(typeOf));
  if (typeof items === 'object' && !Array.isArray(items)) return html`list of ${typeOf(items)}`;
  if (properties) {
    return html`${Object.entries(propertiesOf(schema)).map(([name, field]) => html`<code>${name}</code>: ${typeOf(field)}`)}`;
  }
  return html`${type}`;
}

function alternatives(options: Html[]): Html {
  return html`${options.map((option, i) => (i === 0 ? option : html` or ${option}`))}`;
}

/** CommonMark whose only inline markup is `code`. */
function prose(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))}`;
}

/** A value as it is written in a form or query. */
function literal(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
