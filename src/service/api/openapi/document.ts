import * as v from 'valibot';
import { ErrorBody } from '../../../api/errorBody.ts';
import { PageLinks, PageMeta } from '../../../api/lists.ts';
import { MeasuredTexts, ModelDescription } from '../../../api/models.ts';
import { Usage, Used } from '../../../api/usage.ts';
import {
  Detection,
  Project,
  Evidence,
  Reason,
  Report,
  ReportSummary,
  Result,
  ResultSummary,
  Segment,
  Shares,
  FalseAlarms,
  Span,
} from '../../../api/report.ts';
import type { ServiceParts } from '../../service.ts';
import { guide } from './guide.ts';
import { referencePage, referencePolicy } from './reference.ts';
import { componentSchemas, type OpenApi } from './jsonSchema.ts';
import { paths } from './operations.ts';
import { errorResponses, headers } from './responses.ts';
import { Hono } from 'hono';
import type { Environment } from '../environment.ts';

/** The service's OpenAPI 3.1 document, generated from the schemas that parse its requests. */
export function openApiDocument({ baseUrl, limits }: Pick<ServiceParts, 'baseUrl' | 'limits'>): OpenApi {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Inkling',
      version: '1.0.0',
      summary: 'Whether a text reads like AI, sentence by sentence.',
      description: guide(limits),
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'Reports', description: 'The results of scans.' },
      { name: 'Detections', description: 'Scans of which nothing is stored.' },
      { name: 'Projects', description: 'Named groups of reports.' },
      { name: 'Service', description: 'The models of the service, and the usage of an account.' },
      { name: 'This document', description: 'The OpenAPI document, in JSON.' },
    ],
    security: [{ apiKey: [] }],
    paths: paths(baseUrl),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, issued in the account area of the service (`/account`).',
        },
      },
      headers,
      responses: errorResponses(limits),
      schemas: componentSchemas({
        Report,
        CreatedReport: v.object({ ...Report.entries, content: v.exactOptional(Report.entries.content) }),
        Detection: v.object({
          ...Detection.entries,
          content: v.exactOptional(
            v.pipe(
              v.string(),
              v.description('The text extracted from the file, which offsets refer to. Only for files.'),
            ),
          ),
        }),
        ReportSummary,
        ReportPage: pageOf(ReportSummary),
        Project,
        ProjectPage: pageOf(Project),
        PageLinks,
        PageMeta,
        Result,
        ResultSummary,
        Reason,
        Shares,
        FalseAlarms,
        Segment,
        Evidence,
        Span,
        Model: ModelDescription,
        MeasuredTexts,
        Usage,
        Used,
        ErrorBody,
      }),
    },
  };
}

function pageOf(item: v.GenericSchema) {
  return v.object({ data: v.array(item), links: PageLinks, meta: PageMeta });
}

/**
 * The service's description of itself, for programs and for people. Anyone may read it. It is generated when first
 * requested.
 */
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
