import { utf8Length } from '#platform';
import { Hono } from 'hono';
import * as v from 'valibot';
import { maxUploadBytes } from '../../api/limits.ts';
import { DocumentName } from '../../api/local.ts';
import type { Detection } from '../../api/report.ts';
import type { Analysis } from '../detection/analysis.ts';
import type { ServiceParts } from '../service.ts';
import { maxFileBodyBytes, mayHaveFile, readBody, severalObjects } from './body.ts';
import { FilePart } from './multipart.ts';
import { invalid, Problem } from './problem.ts';
import type { Budgets } from './byteBudget.ts';
import type { Environment } from './environment.ts';
import { DetectText, parse, type Fields } from './parameters.ts';
import { detectionBody } from './reportBody.ts';
import { contentLimits, tooLarge } from './reports.ts';

const jsonHeaders = { 'Content-Type': 'application/json' };

/** A field that only the editor's own service uses; others ignore it. */
const OfDocument = v.object({ document: v.optional(DocumentName) });

/** The file that replaces the text. @throws Problem 422 for several files, or for a file and a text. */
function fileIn({ file, content }: Fields): FilePart | undefined {
  const files = [file].flat(Infinity);
  const found = files.find((one) => one instanceof FilePart);
  if (found && (files.length > 1 || content !== undefined))
    throw invalid({ file: ['Send one file, or the text as content.'] });
  return found;
}

function fileTooLarge(): Problem {
  return new Problem(413, `The file is too large: at most ${maxUploadBytes / 2 ** 20} MiB. Send its text.`);
}

/**
 * Analyses texts without storing them (docs/api.md). The texts of a request are analysed one after another, and
 * their total length has the limit of one report's text, so a request costs no more than a report.
 */
export function detectionRoutes(
  { detect, readFile, requirePlace, maxContentBytes, local }: ServiceParts,
  { bodies }: Budgets,
): Hono<Environment> {
  const routes = new Hono<Environment>();
  const textLimits = contentLimits(maxContentBytes, bodies);
  const fileLimits = { budget: bodies, maxBytes: () => maxFileBodyBytes, refusal: fileTooLarge };

  async function textOf(file: FilePart, signal: AbortSignal, account: string): Promise<string> {
    if (!readFile) throw invalid({ file: ['This service accepts no files. Send the text as content.'] });
    try {
      const text = await readFile(file, signal, account);
      if (text.trim() === '') throw invalid({ file: ['The file contains no text.'] });
      return text;
    } finally {
      file.free();
    }
  }

  routes.post('/', async (context) => {
    const { signal } = context.env;
    const { account } = context.var;
    requirePlace?.(account);
    const mayBeFile = readFile !== undefined && mayHaveFile(context.req.header('Content-Type'));
    const bodyLimits = mayBeFile ? fileLimits : textLimits;
    const fields = await readBody<Fields | Fields[]>(context, severalObjects, bodyLimits);
    const { reservation } = context.var;
    const isMany = Array.isArray(fields);
    const file = isMany ? undefined : fileIn(fields);
    const texts = file
      ? [await textOf(file, signal, account)]
      : (isMany ? parse(v.array(DetectText), fields) : [parse(DetectText, fields)]).map(
          ({ content }) => content,
        );
    const bytes = texts.reduce((sum, text) => sum + utf8Length(text), 0);
    if (bytes > maxContentBytes) throw tooLarge(maxContentBytes, texts.length > 1);
    reservation?.set(bytes);

    const document = local && !isMany ? parse(OfDocument, fields).document : undefined;
    if (local && document !== undefined) {
      const data: Detection = await local.detectEdited(document, texts[0]!, signal);
      return context.json({ data });
    }
    const analyses: Analysis[] = [];
    for (const text of texts) analyses.push(await detect(text, signal, account));
    // The response releases the texts' bytes once it is read.
    context.set('reservation', undefined);
    const read = file ? texts[0] : undefined;
    return context.body(detectionBody(isMany ? analyses : analyses[0]!, reservation, read), 200, jsonHeaders);
  });

  return routes;
}
