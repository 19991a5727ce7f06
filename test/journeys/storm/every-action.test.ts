// Clicks each action of the pages once, in the whole demo, and reads by /v1 what it came to. It takes many minutes, so
// `npm run storm:tests` alone runs it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCron } from '../../../tools/demo/crons.ts';
import * as clock from '../../harness/clock.ts';
import { EDIT_CAMPAIGN } from '../../harness/pages/fill-in.ts';
import { clickForm } from '../support/actions/click-form.ts';
import { CLICKED_BY } from '../support/actions/clicked-by.ts';
import type { Effect, Reading } from '../support/actions/effects.ts';
import { effectOf } from '../support/actions/expected.ts';
import { type FoundForm, findForms, type Role } from '../support/actions/find-forms.ts';
import { formNow, idsChosenIn } from '../support/actions/form-now.ts';
import { GIVEN } from '../support/actions/given.ts';
import { readOnce, readSettled, unread } from '../support/actions/reading.ts';
import { openWindow, type WatchedWindow } from '../support/actions/window.ts';
import { pause } from '../support/pause.ts';
import { type DemoWorld, startWholeDemo } from '../support/whole-demo.ts';

/** Each takes up what those before it made possible: what was paused can be resumed. */
const PARTS = Array.from({ length: 10 }, (_, n) => n + 1);
const KINDS_A_PART = 40;
/** Among so many records one is in the right state. */
const MOST_TRIED = 8;

/** What another action would take away comes first: what waits for one answer, and what is accepted on the way. */
const FIRST =
  /\/brands\/:account accept$|\/campaigns\/:campaign answer$|\/plans\/:plan (?:approve|execute|reject)$|\/embeds endCreator$|\/submissions\/:submission details$/;
/** What ends something comes after what needs it; what ends a session or a membership comes last. */
const ENDS =
  /\b(?:archive|bar|block|bulk:pause|cancel|decide|decline|delete|deny|disconnect|end|endCreator|endKey|erase|refuse|reject|remove|revoke|state|status|stop|withdraw)$/;
const ENDS_MORE =
  /\/you (?:end|endOthers|password)$|\/embeds endKey$|\/team (?:change|leave|releaseFactor|remove)$|\/notices all$|^\/claims create$/;
/** After this the owner proves by codes alone; and then the staff takes that away. */
const LAST = ['/app/you/second-factor confirm', '/staff/people remove'];
const rank = (kind: string) =>
  FIRST.test(kind)
    ? -1
    : LAST.includes(kind)
      ? 3 + LAST.indexOf(kind)
      : ENDS_MORE.test(kind)
        ? 2
        : ENDS.test(kind)
          ? 1
          : 0;

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
    const effect = effectOf(forms[0]!.kind);
    let moved: string | null = null;
    for (const form of inOrder(forms).slice(0, MOST_TRIED)) {
      const { who, path } = form;
      const window = windows.get(who) ?? (await openWindow(world, who));
      windows.set(who, window);
      window.troubles();
      const now = await formNow(window.page, form);
      // A page that the address may open a little later was opened then.
      const opening = window.troubles().filter((trouble) => !trouble.includes(' 429 '));
      if (!now) continue;
      const chosen = idsChosenIn(now);
      const before = await readSettled(() => readOnce(world, form, effect.reads, { chosen }));
      if (unread(before).length > 0 || !isReady(effect, before)) continue;
      const wrong = await clickAndRead({ ...window, opening }, now, effect, before).catch(
        (error: Error) => error.message,
      );
      if (wrong === '') return '';
      windows.delete(who);
      await window.close();
      const said = `${path} as ${who}: ${wrong}`;
      // Another change of the record is under way, of which the page could not know; or a connection has nothing else to select.
      const isElsewhere =
        wrong.startsWith('409 ') || (wrong.startsWith('422 ') && form.kind.endsWith(' select'));
      if (!isElsewhere) return said;
      moved = said;
    }
    return moved;
  }

  async function clickAndRead(
    { page, troubles, opening, files: downloaded }: WatchedWindow & { opening: string[] },
    form: FoundForm,
    effect: Effect,
    before: Reading,
  ): Promise<string> {
    const { kind } = form;
    const { password } = world.demo.people[form.who];
    const since = new Date(clock.now()).toISOString();
    const chosen = idsChosenIn(form);
    const answer = await clickForm(page, form, {
      ...{ proof: password, current: password, password, agree: 'on' },
      ...(await GIVEN[kind]?.(world, page)),
    });
    if (answer.status() >= 400) {
      const said = await page.locator('.notice.danger, .field-error').allTextContents();
      return `${answer.status()} ${said.join(' ').replace(/\s+/g, ' ')}`;
    }
    const wrong = [...opening, ...troubles()];
    if (wrong.length > 0) return wrong.join();
    const files: string[] = [];
    const shown = { path: form.path, url: page.url(), html: await page.content(), chosen, since };
    return await until(async () => {
      const after = await readOnce(world, form, effect.reads, shown);
      files.push(...(await downloaded()));
      return effect.missing(before, after, { ...shown, files });
    });
  }
});

const isReady = ({ when, reads }: Effect, before: Reading): boolean =>
  when?.test(before.get(reads[0]!) ?? '') ?? true;

const PATIENCE_MS = 5_000;

/** A list of selected records is sent one ten after another. @returns what is still missing in the end. */
async function until(missing: () => Promise<string>): Promise<string> {
  const end = clock.now() + PATIENCE_MS;
  for (;;) {
    const now = await missing();
    if (now === '' || clock.now() > end) return now;
    await pause(PATIENCE_MS / 10);
  }
}

/**
 * The last of a team, since an account keeps an owner; who leaves is no owner; a campaign that nothing else has begun to change; and
 * the conversation that the staff can answer.
 */
function inOrder(forms: readonly FoundForm[]): readonly FoundForm[] {
  const { kind, who } = forms[0]!;
  if (kind === '/app/:place/team leave') return forms.filter((form) => form.who === 'member');
  // At TikTok another ad account needs another identity, too.
  if (kind === '/app/:place/connections/:connection select')
    return forms.filter(({ fields }) => fields.every(({ name }) => name !== 'selection.identityId'));
  if (kind === '/staff/review-queue/:kind/:id open')
    return forms.filter(({ path }) => path.includes('/support-threads/'));
  const isLast = kind === '/app/:place/team change' || kind === EDIT_CAMPAIGN;
  return isLast ? forms.filter((form) => form.who === who).toReversed() : forms;
}
