// The demo, with what its pages show beyond it, and the people who are signed in to look at them.
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Demo } from '../demo/demo-file.ts';

/** One of the demo's people, a person with a record to claim, or a stranger. */
export type Who = keyof Demo['people'] | 'offered' | 'nobody';

export const EVERYBODY: readonly Who[] = ['owner', 'creator', 'partner', 'staff', 'offered', 'nobody'];

export const SHOP_CODE = 'NORA10';
/** A new address each time, since a service that runs may know the last one. */
const OFFERED = `casey.${randomUUID().slice(0, 8)}@creators.example`;
/** What the store tells comes within some minutes. */
const [MOST_TRIES, PAUSE_MS] = [300, 1_000];

export interface Stage {
  demo: Demo;
  /** Calls the API as the demo's brand. */
  ask: <T>(path: string, body?: object) => Promise<T>;
  /** Somebody's window, as it was left by the one before. */
  window: (who: Who) => BrowserContext;
  /** The ID of an app that has registered itself. */
  client: string;
  /** The record that waits to be claimed. */
  offered: string;
}

export async function setStage(browser: Browser, demo: Demo): Promise<Stage> {
  const ask = asBrand(demo);
  const client = await registerApp(demo);
  await fillStore(demo, ask);
  const { id: offered } = await ask<{ id: string }>('creators', { name: 'Casey Lind', email: OFFERED });
  if ((await ask<unknown[]>('ad-templates')).length === 0)
    await ask('ad-templates', { name: 'Cold brew, conversions', from: demo.ads!.campaigns.meta });
  const windows = new Map<Who, BrowserContext>();
  for (const who of EVERYBODY) {
    const context = await browser.newContext({ baseURL: demo.baseUrl });
    const page = await context.newPage();
    if (who === 'offered') await signUpOffered(page, demo);
    else if (who !== 'nobody') await enter(page, demo.people[who]);
    if (who === 'owner') await createApp(page, demo);
    await page.close();
    windows.set(who, context);
  }
  return { demo, ask, client, offered, window: (who) => windows.get(who)! };
}

function asBrand({ baseUrl, keys }: Demo): Stage['ask'] {
  const headers = { Authorization: `Bearer ${keys.brand}`, 'Content-Type': 'application/json' };
  return async <T>(path: string, body?: object) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(`${baseUrl}/v1/${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
}

async function registerApp({ baseUrl }: Demo): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Planner', redirect_uris: ['http://127.0.0.1/callback'] }),
  });
  if (!answer.ok) throw new Error(`The registration answered ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { client_id: string }).client_id;
}

/** An app of the brand's own. */
async function createApp(page: Page, { accounts }: Demo): Promise<void> {
  const list = `/app/${accounts.brand}/apps`;
  await page.goto(list);
  if ((await page.getByRole('link', { name: 'Media planner' }).count()) > 0) return;
  await page.goto(`${list}/new`);
  await page.getByLabel('Name').fill('Media planner');
  await page.getByLabel('Callback URLs').fill('https://planner.example/callback');
  await page.getByRole('button', { name: 'Create app' }).click();
  await page.getByText('It is not shown again').waitFor();
}

/** Gives the creator who brings the store's sales a code, and waits for its discount and for the store's products. */
async function fillStore({ store }: Demo, ask: Stage['ask']): Promise<void> {
  const { creator, program, connection } = store!;
  const given = await ask<{ creator: string; code: string }[]>('creator-codes');
  if (!given.some(({ code }) => code === SHOP_CODE)) {
    const discount = { code: SHOP_CODE, kind: 'discount', percent: 10 };
    await ask('creator-codes', { creator, program, connection, ...discount });
  }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const codes = await ask<{ shop: { status: string } | null }[]>('creator-codes');
    const products = await ask<{ source: string }[]>('products');
    const isMade = codes.some(({ shop }) => shop?.status === 'active');
    if (isMade && products.some(({ source }) => source === 'shopify')) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error("The store's code or products did not come.");
}

/** Signs up the person for whose address an account had written a record, which then waits to be claimed. */
async function signUpOffered(page: Page, { people }: Demo): Promise<void> {
  const { password } = people.owner;
  await page.goto('/sign-up');
  await page.getByLabel('A creator').check();
  await page.getByLabel('Your name').fill('Casey Lind');
  await page.getByLabel('Email address').fill(OFFERED);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  await page.goto('/mail');
  await page
    .getByRole('link', { name: /\/verify\?token=/ })
    .first()
    .click();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByText('Your address is confirmed').waitFor();
  await enter(page, { email: OFFERED, password });
}

async function enter(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/(app|claims)/);
}
