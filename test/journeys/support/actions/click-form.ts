// Fills in a form in the browser as a person would who has read its labels, and clicks its button.
import { join } from 'node:path';
import type { Locator, Page, Response } from 'playwright-core';
import { changedIn, filledIn, type Given } from '../../../harness/pages/fill-in.ts';
import type { Field, PageForm } from '../../../harness/pages/page-forms.ts';

/** The demo's file that a form takes, by its page or action. */
const FILES: readonly [kind: RegExp, file: string][] = [
  [/agreements/, 'agreement.pdf'],
  [/icture$/, 'photo.webp'],
  [/logo$/, 'logo.png'],
];
const MEDIA = join(import.meta.dirname, '../../../../tools/demo/media');

export interface ToClick extends Pick<PageForm, 'action' | 'id' | 'fields'> {
  kind: string;
}

/** The form on the page, which may be in a dialog or a menu that is closed. */
function locate(page: Page, { action, id }: ToClick): Locator {
  const own = page.locator('form').filter({ has: page.locator(`input[name="_action"][value="${action}"]`) });
  return (id === '' ? own : own.filter({ has: page.locator(`input[name="_id"][value="${id}"]`) })).first();
}

/** Opens what the form is in, by what a person would click. */
async function open(page: Page, form: Locator): Promise<void> {
  const dialog = form.locator('xpath=ancestor::dialog');
  if ((await dialog.count()) > 0 && !(await form.isVisible())) {
    const opener = page.locator(`[data-opens="${await dialog.first().getAttribute('id')}"]`).first();
    await unfold(opener);
    await opener.click();
  } else await unfold(form);
}

async function unfold(inside: Locator): Promise<void> {
  for (const folded of await inside.locator('xpath=ancestor::details[not(@open)]').all())
    await folded.locator('summary').first().click();
}

async function fill(
  form: Locator,
  { name, kind, value }: Field,
  values: readonly string[],
  file: string | undefined,
): Promise<void> {
  const field = form.locator(`[name="${name}"]`);
  if (kind === 'file') {
    if (file !== undefined) await field.setInputFiles(join(MEDIA, file));
    return;
  }
  if (values.join() === value.filter((one) => one !== '').join()) return;
  await unfold(field.first());
  if (kind === 'select') await field.selectOption(values[0] ?? '');
  else if (kind === 'text' || kind === 'textarea') await field.fill(values[0] ?? '');
  else
    for (const box of await field.all()) {
      const wanted = values.includes((await box.getAttribute('value')) ?? 'on');
      if (kind === 'radio' ? wanted : wanted !== (await box.isChecked())) await box.setChecked(wanted);
    }
}

/** Clicks the form's button. @returns the answer, once the page that it leads to is there. */
export async function clickForm(page: Page, form: ToClick, given: Given): Promise<Response> {
  const shown = locate(page, form);
  await open(page, shown);
  const file = FILES.find(([kind]) => kind.test(form.kind))?.[1];
  const values = changedIn(form, filledIn(form, given));
  for (const field of form.fields) await fill(shown, field, values.get(field.name) ?? [], file);
  const button = shown.locator('button:not([type="button"]):not([hidden]):visible').last();
  const at = page.url().split(/[?#]/)[0]!;
  const [answer] = await Promise.all([
    page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().startsWith(at),
    ),
    button.click(),
  ]);
  // A download is no page, and is not finished as one is.
  if (answer.headers()['content-disposition']?.startsWith('attachment')) return answer;
  await answer.finished();
  await page.waitForLoadState();
  return answer;
}
