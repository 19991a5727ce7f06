// Walks through the console as every visitor: opens each page that a link leads to, and sends its forms
// without their effects.
import type { Env } from '../../../src/env.ts';
import { countTrips, TOGETHER_MS } from '../faults/trips.ts';
import { inPortion } from '../vitest/portion.ts';
import { ORIGIN } from '../world.ts';
import type { AllPages, Visitor } from './all-pages.ts';
import { dryRun, withoutChangesOutside } from './dry-run.ts';
import { formsIn, linksIn, type PageForm, problemsIn } from './page-forms.ts';
import { MOST_TRIPS } from './page-trips.ts';
import { ask, type PageAnswer } from './pages.ts';
import { pageAt } from './registry.ts';

/** A page as a visitor found it. */
export interface Opened {
  who: string;
  path: string;
  answer: PageAnswer;
  /** The page with the link to it; null for a starting page. */
  from: string | null;
  forms: ShownForm[];
  /** How often it waited for a database. */
  trips: number;
}

export interface ShownForm extends PageForm {
  visitor: Visitor;
  path: string;
  /** Identifies the form independently of its record: the page's path in the registry, and the action. */
  kind: string;
  /** Distinguishes forms of one kind by what they do, not by their record. */
  variant: string;
}

/** A link's path within the console; null for other origins, files and the API's documentation. */
function within(href: string): string | null {
  const url = new URL(href, ORIGIN);
  if (url.origin !== ORIGIN || /^\/(?:docs|openapi\.json|files)\b/.test(url.pathname)) return null;
  return url.pathname + url.search;
}

/** A dialog of a page counts as the same page, and so do its next part and the workspace menu of each page. */
const SAME_PAGE = /[?&](?:ask|cursor|from)=/;

/** The page with the names in its query, of which one portion is opened: filters and places in a page lead to the same page. */
function shapeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, ORIGIN);
  return `${pageAt(pathname)?.path} ${[...searchParams.keys()].toSorted()}`;
}

/**
 * Opens the pages that links lead to, starting from the visitor's roots: each URL once. With a query the first of each shape, and of
 * the others a portion.
 */
export async function lookAround(all: AllPages, visitor: Visitor, roots = visitor.roots): Promise<Opened[]> {
  const opened = new Map<string, Opened>();
  const waiting: { path: string; from: string | null }[] = roots.map((path) => ({ path, from: null }));
  const met = new Map<string, number>();
  const passed = new Set<string>();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, from } = next;
    if (opened.has(path) || passed.has(path)) continue;
    if (from !== null && path.includes('?')) {
      const shape = shapeOf(path);
      const count = met.get(shape) ?? 0;
      met.set(shape, count + 1);
      if (!inPortion(count, 8)) {
        passed.add(path);
        continue;
      }
    }
    const { answer, trips } = await open(visitor, path, all.env);
    const forms = answer.status === 200 ? shownForms(visitor, path, answer) : [];
    opened.set(path, { who: visitor.who, path, answer, from, forms, trips });
    if (answer.status !== 200) continue;
    for (const href of linksIn(answer.html)) {
      const to = within(href);
      if (to !== null && !SAME_PAGE.test(to)) waiting.push({ path: to, from: path });
    }
  }
  return [...opened.values()];
}

/** Opens a page again where it seems to wait too often: modules that are loaded first part statements that are sent together. */
async function open({ browser }: Visitor, path: string, env: Env): Promise<Pick<Opened, 'answer' | 'trips'>> {
  let opened = await counted(0);
  for (let again = 0; again < 2 && opened.trips > MOST_TRIPS; again++) opened = await counted(TOGETHER_MS);
  return opened;

  async function counted(togetherMs: number) {
    const { env: slow, count } = countTrips(env, togetherMs);
    const answer = await ask(browser, path, { env: slow });
    return { answer, trips: count() };
  }
}

/**
 * The templates below a workspace that a visitor opened and that no way of this many clicks leads to from an overview.
 * Places that a page is opened at by a query count as the page.
 */
export function farther(opened: readonly Opened[], clicks: number): string[] {
  const found: string[] = [];
  for (const [who, pagesOf] of Map.groupBy(opened, (one) => one.who)) {
    const byPath = new Map(pagesOf.map((one) => [one.path, one]));
    const near = new Set(['/app', ...[...byPath.keys()].filter((path) => /^\/app\/\w+\/$/.test(path))]);
    let edge = [...near];
    for (let click = 0; click < clicks; click++) {
      const next = new Set(edge.flatMap((path) => linksIn(byPath.get(path)?.answer.html ?? '')));
      edge = [...next].flatMap((href) => within(href) ?? []).filter((path) => !near.has(path));
      for (const path of edge) near.add(path);
    }
    const templates = new Set([...near].map((path) => pageAt(path)?.path));
    const missing = pagesOf
      .filter(({ path, answer }) => path.startsWith('/app/') && answer.status === 200)
      .map(({ path }) => pageAt(path)!.path)
      .filter((template) => !templates.has(template));
    found.push(...[...new Set(missing)].map((template) => `${who}: ${template}`));
  }
  return found;
}

export const shownForms = (visitor: Visitor, path: string, { html }: PageAnswer): ShownForm[] =>
  formsIn(html).map((form) => ({
    ...form,
    visitor,
    path,
    kind: `${pageAt(path)?.path} ${form.action}`,
    variant: [
      path.match(/^\/staff\/review-queue\/([^/]+)/)?.[1],
      form.id.replace(/\w+_[0-9a-z]{26}/g, ''),
    ].join(' '),
  }));

/** Statuses of requests that were not refused; 502 and 503 occur where a platform would have been called. */
const ANSWERS: ReadonlySet<number> = new Set([200, 303, 502, 503]);

export interface Sent {
  status: number;
  /** Whether nothing was refused: the run reached a write, or a call to a platform. */
  accepted: boolean;
  /** The names of fields with errors. */
  wrong: string[];
  said: string;
  /** The form's values when it comes back because its record has changed; null for every other answer. */
  moved: [name: string, values: string[]][] | null;
}

/** Sends a form as it was shown, with these values, up to the first change that it would make. */
export async function trySending(
  all: AllPages,
  form: ShownForm,
  values: ReadonlyMap<string, readonly string[]>,
): Promise<Sent> {
  const fields: [string, string][] = [
    ...form.hidden,
    ...[...values].flatMap(([name, each]) => each.map((value): [string, string] => [name, value])),
  ];
  const { browser } = form.visitor;
  const run = dryRun(all.env);
  const answer = await withoutChangesOutside(() =>
    ask(browser, form.target, {
      env: run.env,
      headers: { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
      fields,
    }),
  );
  const problems = problemsIn(answer.html);
  const again = formsIn(answer.html).find(({ action, id }) => action === form.action && id === form.id);
  const moved = answer.status === 409 && answer.html.includes('<div data-moved') && again;
  return {
    status: answer.status,
    accepted: run.stopped() || ANSWERS.has(answer.status),
    wrong: problems.fields,
    said: problems.above,
    moved: moved ? again.fields.map(({ name, value }) => [name, value.filter((one) => one !== '')]) : null,
  };
}
