// The forms that the pages show to each person, found by following links.
import { formsIn, linksIn, type PageForm } from '../../../harness/pages/page-forms.ts';
import { pageAt } from '../../../harness/pages/registry.ts';
import { ROLES } from '../console.ts';
import type { DemoWorld } from '../whole-demo.ts';

export type Role = (typeof ROLES)[number];

export interface FoundForm extends PageForm {
  who: Role;
  path: string;
  kind: string;
}

/** So many records of a kind are opened, which are in different states. */
const MOST_RECORDS = 14;
const ROOTS = ['/app', '/staff', '/claims'];
const ELSEWHERE = /^\/(?:docs|openapi\.json|files|sign-out)\b/;
/** A dialog of a page counts as the same page, and so do its next part and the workspace menu of each page. */
const SAME_PAGE = /[?&](?:ask|cursor|from)=/;

export async function findForms(world: DemoWorld): Promise<FoundForm[]> {
  return (await Promise.all(ROLES.map((who) => formsOf(world, who)))).flat();
}

async function formsOf(world: DemoWorld, who: Role): Promise<FoundForm[]> {
  const found: FoundForm[] = [];
  const opened = new Set<string>();
  const met = new Map<string, number>();
  const waiting = [...ROOTS, ...(world.outside[who] ?? [])];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const page = pageAt(path);
    if (!page || opened.has(path) || ELSEWHERE.test(path) || SAME_PAGE.test(path)) continue;
    opened.add(path);
    const [pathname, query] = path.split('?');
    const shape = [page.path, pathname!.split('/')[2], ...new URLSearchParams(query).keys()].join(' ');
    const count = met.get(shape) ?? 0;
    met.set(shape, count + 1);
    if (count >= (query === undefined ? MOST_RECORDS : 1)) continue;
    const answer = await show(world, who, path);
    if (answer === null) continue;
    const add = (form: PageForm, action = form.action) =>
      found.push({ ...form, action, who, path, kind: `${page.path} ${action}` });
    const forms = formsIn(answer);
    for (const form of forms.filter(({ method }) => method === 'post')) add(form);
    // The buttons of a list lead to a question about the selected rows, whose form is there then.
    for (const act of actsIn(answer)) add(forms.find(({ method }) => method === 'get')!, `bulk:${act}`);
    waiting.push(
      ...linksIn(answer)
        .filter((href) => href.startsWith('/'))
        .map((href) => href.split('#')[0]!),
    );
  }
  return found;
}

/** What can be done with the selected rows of a list. */
const actsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/<button[^>]*name="act" value="(\w+)"/g)].map(([, act]) => act!)),
];

/** The page as its HTML; null where the person is led elsewhere or sees none. */
export async function show(
  { service, sessions }: DemoWorld,
  who: Role,
  path: string,
): Promise<string | null> {
  const headers = { Cookie: `__Host-session=${sessions[who]}` };
  const answer = await fetch(service.baseUrl + path, { headers, redirect: 'manual' });
  return answer.status === 200 ? await answer.text() : null;
}
