// Clicks each action of the pages once, in the whole demo, and reads by /v1 what it came to. It takes many minutes, so
// `npm run storm:tests` alone runs it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../src/kit/totp.ts';
import { runCron } from '../../../tools/demo/crons.ts';
import * as clock from '../../harness/clock.ts';
import { EDIT_CAMPAIGN } from '../../harness/pages/fill-in.ts';
import { formsIn } from '../../harness/pages/page-forms.ts';
import { clickForm } from '../support/actions/click-form.ts';
import { CLICKED_BY, isReadOnPages } from '../support/actions/clicked-by.ts';
import { type FoundForm, findForms, type Role } from '../support/actions/find-forms.ts';
import { changed, readAbout, readPages, readStaffs } from '../support/actions/reading.ts';
import { openWindow, type WatchedWindow } from '../support/actions/window.ts';
import { type DemoWorld, startWholeDemo } from '../support/whole-demo.ts';

/** Each takes up what those before it made possible: what was paused can be resumed. */
const PARTS = Array.from({ length: 10 }, (_, n) => n + 1);
const KINDS_A_PART = 40;
/** Among so many records one is in the right state. */
const MOST_TRIED = 8;

/** What ends something comes after what needs it; what ends a session or a membership comes last. */
const ENDS =
  /\b(?:archive|bar|block|cancel|decline|delete|deny|disconnect|end|endCreator|endKey|erase|refuse|reject|remove|revoke|state|stop|withdraw)$/;
const ENDS_MORE =
  /\/you (?:end|endOthers|password)$|\/embeds endKey$|\/team (?:change|leave|releaseFactor|remove)$|^\/claims create$/;
/** After this the owner proves by codes alone; and then the staff takes that away. */
const LAST = ['/app/you/second-factor confirm', '/staff/people remove'];
const rank = (kind: string) =>
  LAST.includes(kind) ? 3 + LAST.indexOf(kind) : ENDS_MORE.test(kind) ? 2 : ENDS.test(kind) ? 1 : 0;

const HERE: ReadonlySet<string> = new Set(CLICKED_BY['storm/every-action.test.ts']);

describe('every action', () => {
  let world: DemoWorld;
  const windows = new Map<Role, WatchedWindow>();
  const clicked = new Set<string>();

  beforeAll(async () => {
    world = await startWholeDemo();
  }, 900_000);
  afterAll(async () => await world?.stop());

  it.each(PARTS)('does what it says when it is clicked, part %i', { timeout: 600_000 }, async () => {
    // Payments come of what was approved, and platforms take up what was changed.
    await runCron(world.service.baseUrl, '* * * * *', clock.now());
    const found = (await findForms(world)).filter(({ kind }) => HERE.has(kind) && !clicked.has(kind));
    const byKind = [...Map.groupBy(found, ({ kind }) => kind)].toSorted(([a], [b]) => rank(a) - rank(b));
    const problems: string[] = [];
    for (const [kind, forms] of byKind.slice(0, KINDS_A_PART)) {
      const wrong = await clickOne(forms);
      if (wrong === null) continue;
      clicked.add(kind);
      if (wrong !== '') problems.push(`${kind}: ${wrong}`);
    }
    expect(problems).toEqual([]);
  });

  it('is met and clicked here, if no other journey clicks it', () => {
    expect([...HERE].filter((kind) => !clicked.has(kind))).toEqual([]);
  });

  /** @returns what is wrong, or ''; null if other actions have changed all of these records since they were found. */
  async function clickOne(forms: readonly FoundForm[]): Promise<string | null> {
    for (const form of inOrder(forms).slice(0, MOST_TRIED)) {
      const { who, path } = form;
      const window = windows.get(who) ?? (await openWindow(world, who));
      windows.set(who, window);
      window.troubles();
      const now = await formNow(window.page, form);
      if (!now) continue;
      const wrong = await clickAndRead(window, now).catch((error: Error) => error.message);
      if (wrong === '') return '';
      windows.delete(who);
      await window.close();
      return `${path} as ${who}: ${wrong}`;
    }
    return null;
  }

  async function clickAndRead({ page, troubles }: WatchedWindow, form: FoundForm): Promise<string> {
    const { who, path, kind } = form;
    const { password } = world.demo.people[who];
    const before = await readAll(form);
    const since = new Date(clock.now()).toISOString();
    const answer = await clickForm(page, form, {
      ...{ proof: password, current: password, password, agree: 'on' },
      ...(await GIVEN[kind]?.(world, page)),
    });
    if (answer.status() >= 400) {
      const said = await page.locator('.notice.danger, .field-error').allTextContents();
      return `${answer.status()} ${said.join(' ').replace(/\s+/g, ' ')}`;
    }
    const wrong = troubles();
    if (wrong.length > 0) return wrong.join();
    const { origin, pathname } = new URL(page.url());
    const isHere = origin === world.service.baseUrl;
    const after = await readAll(form, ...(isHere ? [pathname] : []));
    if (changed(before.api, after.api, since).length > 0) return '';
    if (!isReadOnPages(kind)) return 'nothing reads differently by the API';
    // What is shown once, such as a secret, is the answer itself and not another page.
    const isAnswer = answer.status() === 200 || !isHere || pathname !== path.split('?')[0];
    return isAnswer || changed(before.pages, after.pages, since).length > 0
      ? ''
      : 'nothing is shown differently';
  }

  async function readAll({ who, path }: FoundForm, ...more: readonly string[]) {
    const [records, staff, pages] = await Promise.all([
      readAbout(world, path, ...more),
      readStaffs(world),
      readPages(world, who, path),
    ]);
    return { api: new Map([...records, ...staff]), pages };
  }
});

/** The last of a team, since an account keeps an owner; who leaves is no owner; and a campaign that nothing else has begun to change. */
function inOrder(forms: readonly FoundForm[]): readonly FoundForm[] {
  const { kind, who } = forms[0]!;
  if (kind === '/app/:place/team leave') return forms.filter((form) => form.who === 'member');
  const isLast = kind === '/app/:place/team change' || kind === EDIT_CAMPAIGN;
  return isLast ? forms.filter((form) => form.who === who).toReversed() : forms;
}

type Given = Record<string, string>;

/** What a form and its labels do not reveal. */
const GIVEN: Readonly<Record<string, (world: DemoWorld, page: Page) => Given | Promise<Given>>> = {
  '/staff/corrections propose': ({ demo }) => ({ kind: 'adjustment', holder: demo.creators.independent }),
  '/staff/senders/:id erase': (_, page) => ({ confirm: new URL(page.url()).pathname.split('/').at(-1)! }),
  '/staff/people remove': ({ demo }) => ({ email: demo.people.owner.email }),
  '/app/you/second-factor confirm': async (_, page) => {
    const secret = (await page.getByRole('region', { name: 'secret' }).textContent())!.replace(/\s/g, '');
    return { code: await totpCode(secret, totpStep(clock.now())) };
  },
};

/** Opens the page of a form that was found before. @returns the form as it is now; null if it is gone. */
async function formNow(page: Page, form: FoundForm): Promise<FoundForm | null> {
  const answer = await page.goto(form.path);
  if (answer?.status() !== 200) return null;
  const isBulk = form.action === 'bulk';
  if (isBulk && !(await selectFirst(page))) return null;
  const forms = formsIn(isBulk ? await page.content() : await answer.text());
  const now = forms.find(({ action, id }) => action === form.action && (isBulk || id === form.id));
  return now ? { ...form, ...now } : null;
}

/** Selects the first row of a list, and presses the first button of what can be done with it. */
async function selectFirst(page: Page): Promise<boolean> {
  const bar = page.locator('form[data-bulk]');
  const boxes = bar.locator('input[name="chosen"]');
  if ((await boxes.count()) === 0) return false;
  await boxes.first().check();
  await bar.locator('button[name="act"]:enabled').first().click();
  await page.waitForURL(/[?&]act=/);
  return true;
}
