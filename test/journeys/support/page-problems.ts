// What is wrong with the page that a browser shows.
import type { Page } from 'playwright-core';
import { sha256Hex } from '../../../src/kit/crypto.ts';

/** What axe-core meets when it adds a style to a component's shadow tree. */
export const STYLE_REFUSED = 'Applying inline style violates';

/** What axe-core has looked at in this process. It takes longer than everything else that is done with a page. */
const judged = new Set<string>();

export async function problemsOf(
  page: Page,
  { axe, pageCheck }: { axe: string; pageCheck: string },
  look: { phone?: boolean; width?: number; dark?: boolean; scriptless?: boolean },
  moves?: 'moves',
): Promise<string[]> {
  if (look.scriptless) return [];
  const skeleton: string = await page.evaluate(
    `(() => {${pageCheck}; return skeletonOf(document.documentElement); })()`,
  );
  const kind = sha256Hex(JSON.stringify([look.phone ?? false, look.width, look.dark ?? false, skeleton]));
  const isNew = !judged.has(kind);
  if (isNew) await page.evaluate(axe);
  const found: string[] = await page.evaluate(
    `(() => {${pageCheck}; return checkPage(${look.phone ?? false}, ${moves !== undefined}, ${isNew}); })()`,
  );
  if (isNew && found.length === 0) judged.add(kind);
  return found;
}
