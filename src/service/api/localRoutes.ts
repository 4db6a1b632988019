import { utf8Length } from '#platform';
import { Hono } from 'hono';
import { EditedText, PageNotes, type LocalDetection } from '../../api/local.ts';
import type { Environment } from './environment.ts';
import { readBody } from './body.ts';
import { parse } from './fields.ts';
import { tooLarge } from './reports.ts';
import type { LocalParts, ServiceLimits } from '../service.ts';

/** What only the editor's own service does, for its one account; `inkling serve` has none of it. */
export function localRoutes(
  { detectEdited, pages }: LocalParts,
  { maxContentBytes }: ServiceLimits,
): Hono<Environment> {
  const routes = new Hono<Environment>();

  /** Gives a report its page on this machine. */
  routes.post('/reports/:id/page', async (context) => {
    const isEmpty = context.req.header('Content-Type') === undefined;
    const notes = isEmpty ? { reasons: [] } : parse(PageNotes, await readBody(context.req.raw));
    const page = await pages.open(context.var.account, context.req.param('id'), notes);
    return context.json({ data: page }, 201);
  });

  /** Analyses a text that is being edited, and stores nothing. */
  routes.post('/detections', async (context) => {
    const { document, content } = parse(EditedText, await readBody(context.req.raw));
    if (utf8Length(content) > maxContentBytes) throw tooLarge(maxContentBytes);
    const { result, words, language } = await detectEdited(document, content, context.env.signal);
    const { segments, score, verdict, confidence, reasons, shares, false_alarms } = result;
    const summary = { score, verdict, confidence, reasons, shares, ...(false_alarms && { false_alarms }) };
    const data: LocalDetection = { ...summary, segments, words, language };
    return context.json({ data });
  });

  return routes;
}
