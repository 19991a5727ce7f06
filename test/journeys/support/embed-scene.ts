// What the tests of components on a customer's site need besides the site: creators, secrets, and looking at a
// frame in each look.
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { portion } from '../../harness/vitest/portion.ts';
import { type ConsoleWorld, visitor } from './console.ts';
import type { EmbedVisit } from './embed-site.ts';

/** The demo's brand lets its key show embeds on this origin alone. */
export async function allowOrigin(world: ConsoleWorld, origin: string): Promise<void> {
  const { accounts, keyIds } = world.service.demo;
  const owner = await visitor(world, 'owner');
  await owner.page.goto(`/app/${accounts.brand}/keys/${keyIds.brand}`);
  await owner.page.getByLabel('Allowed origins').fill(origin);
  await owner.page.getByRole('button', { name: 'Save', exact: true }).click();
  await owner.page.getByRole('status').getByText('Saved.').waitFor();
  await owner.close();
}

/** A call of the API as a creator of the brand's own. */
export async function callAs(
  { service }: ConsoleWorld,
  creator: string,
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
): Promise<any> {
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${service.demo.keys.brand}`,
      'Service-Account': creator,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(found)}`);
  return found;
}

/** A creator with an approved application to a program of the brand. */
export async function mintMember(world: ConsoleWorld, program: string): Promise<string> {
  const email = `${crypto.randomUUID()}@mail.example`;
  const creator: string = (await world.service.api('POST', '/v1/creators', { email })).data.id;
  const { data } = await world.service.api('POST', '/v1/applications', { program, creator });
  if (data.status !== 'approved')
    await callAs(world, creator, 'PATCH', `/v1/applications/${data.id}`, { status: 'approved' });
  return creator;
}

export interface BegunSession {
  id: string;
  clientSecret: string;
}

/** What the shop's server does for its page. @param begun gets the sessions. */
export function secretFor(
  world: ConsoleWorld,
  origin: string,
  session: { creator: string; component: string; features?: string[] },
  begun: BegunSession[] = [],
): () => Promise<string> {
  return async () => {
    const { data } = await world.service.api('POST', '/v1/embeds', { ...session, origin });
    begun.push(data);
    return data.clientSecret;
  };
}

/** Where a page or a frame could leave something behind, and what it shows. */
export const keptIn = (shown: Pick<Page, 'evaluate'>): Promise<{ stores: object; entries: string }> =>
  shown.evaluate(`(async () => ({
    stores: { local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie,
      databases: await indexedDB.databases(), caches: await caches.keys() },
    entries: JSON.stringify([history.state, window.name, document.documentElement.outerHTML,
      navigation.entries().map((one) => [one.url, one.getState()])]),
  }))()`);

export const NOTHING_STORED = { local: {}, session: {}, cookie: '', databases: [], caches: [] };

/** The window that a button of the frame opens. */
export async function windowOf({ page }: EmbedVisit, act: () => Promise<unknown>): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), act()]);
  await opened.waitForLoadState();
  return opened;
}

/** What axe finds that is serious in a frame or a page. */
export async function axeProblems({ axe }: ConsoleWorld, shown: Pick<Page, 'evaluate'>): Promise<string[]> {
  await shown.evaluate(axe);
  return await shown.evaluate<
    string[]
  >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
}

const LOOKS = [
  { width: 1000, height: 900, dark: false },
  { width: 1000, height: 900, dark: true },
  { width: 375, height: 812, dark: true },
  { width: 375, height: 812, dark: false },
];

/**
 * Nothing serious by axe, and nothing wider than what shows it: on a desk or a phone, light or dark, another each day, and in the
 * storm all four.
 * @param frame the page itself where there is no frame.
 */
export async function inOrderInEachLook(
  world: ConsoleWorld,
  { page, frame = page.mainFrame() }: { page: Page; frame?: Frame },
): Promise<void> {
  for (const { width, height, dark } of portion(LOOKS, LOOKS.length)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    const found = await axeProblems(world, frame);
    const fits = await frame.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
    expect([width, dark, found, fits]).toEqual([width, dark, [], true]);
  }
  await page.setViewportSize({ width: 1000, height: 900 });
}
