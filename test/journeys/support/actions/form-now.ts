// Opens the page of a form that was found before, as it is now.
import type { Page } from 'playwright-core';
import { formsIn } from '../../../harness/pages/page-forms.ts';
import { pause } from '../pause.ts';
import type { FoundForm } from './find-forms.ts';

/** Rows of a list that are tried: of some records another act is possible. */
const MOST_ROWS = 30;
const MOST_WAITS = 6;
const WAIT_MS = 5_000;

/** @returns the form as it is now; null if it is gone. */
export async function formNow(page: Page, form: FoundForm): Promise<FoundForm | null> {
  let answer = await page.goto(form.path);
  // So many pages in a row are more than one address may open.
  for (let waits = 0; answer?.status() === 429 && waits < MOST_WAITS; waits++) {
    await pause(WAIT_MS);
    answer = await page.goto(form.path);
  }
  if (answer?.status() !== 200) return null;
  const [action, act] = form.action.split(':');
  if (act !== undefined && !(await selectOne(page, form.path, act))) return null;
  const forms = formsIn(act === undefined ? await answer.text() : await page.content());
  const now = forms.find((one) => one.action === action && (act !== undefined || one.id === form.id));
  return now ? { ...form, ...now } : null;
}

/** Selects a row of a list of which an act is possible, and presses the button of the act. */
async function selectOne(page: Page, path: string, act: string): Promise<boolean> {
  const bar = page.locator('form[data-bulk]');
  const rows = Math.min(await bar.locator('input[name="chosen"]').count(), MOST_ROWS);
  for (let nth = 0; nth < rows; nth++) {
    if (nth > 0) await page.goto(path);
    await bar.locator('input[name="chosen"]').nth(nth).check();
    const button = bar.locator(`button[name="act"][value="${act}"]:enabled`);
    if ((await button.count()) === 0) continue;
    await button.click();
    await page.waitForURL(/[?&]act=/);
    if ((await page.locator('input[name="picked"]').count()) > 0) return true;
  }
  return false;
}

/** The records that a question about a list's selection is about. */
export const idsChosenIn = ({ hidden }: Pick<FoundForm, 'hidden'>): string[] =>
  hidden.filter(([name]) => name === 'picked').map(([, value]) => value.split('\t')[0]!);
