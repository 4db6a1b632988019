import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules whose answer depends on a theme. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** The rules whose answer depends on the width of the screen. */
export const sizeRules = ['target-size', 'scrollable-region-focusable'];

/** What axe finds against WCAG 2.2 AA and its own best practices. @param rules are all by default. */
export async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  const found: axe.AxeResults = await page.evaluate(`axe.run(${JSON.stringify(options)})`);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
  );
}
