import { Hono } from 'hono';
import { EditedText, type LocalDetection } from '../api/localDetection.ts';
import type { Environment } from './environment.ts';
import { parse, readBody } from './fields.ts';
import { tooLarge } from './reports.ts';
import type { DetectEdited, ServiceLimits } from './service.ts';

/** Analyses a text that is being edited, and stores nothing. Only for the editor that the service runs in. */
export function localDetectionRoutes(
  detectEdited: DetectEdited,
  { maxContentBytes }: ServiceLimits,
): Hono<Environment> {
  const routes = new Hono<Environment>();

  routes.post('/', async (context) => {
    const { document, content } = parse(EditedText, await readBody(context.req.raw));
    if (Buffer.byteLength(content) > maxContentBytes) throw tooLarge(maxContentBytes);
    const { result } = await detectEdited(document, content, context.env.signal);
    const { score, verdict, confidence, reasons, shares, segments } = result;
    const data: LocalDetection = { score, verdict, confidence, reasons, shares, segments };
    return context.json({ data });
  });

  return routes;
}
