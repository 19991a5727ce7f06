// `npm run screenshots`: starts the service with the demo, signs its people in, and saves pictures of the
// main pages in docs/screenshots: light and dark, phone and desktop. Pages contain current dates and IDs, so
// the pictures differ each time; take them again when the design has changed.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { sha256Base64Url } from '../src/kit/crypto.ts';
import type { Demo } from './demo/demo-file.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'docs/screenshots');
const MOST_BYTES = 4_000_000;
const PORT = 9_180;
/** What the store tells comes within some minutes. */
const [MOST_TRIES, PAUSE_MS] = [300, 1_000];

/** One of the demo's people, or a person with a record to claim. */
type Who = keyof Demo['people'] | 'offered';

interface Shot {
  name: string;
  /** The signed-in person; nobody by default. */
  who?: Who;
  path: (demo: Demo, app: string) => string;
  /** Runs before the picture is taken. */
  first?: (page: Page, demo: Demo) => Promise<unknown>;
}

const SHOP_CODE = 'NORA10';
const at = (demo: Demo) => `/app/${demo.accounts.brand}`;

/** Opens the record with this name from a list. */
const opened =
  (name: string | RegExp): NonNullable<Shot['first']> =>
  async (page) => {
    const list = page.url();
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await page.waitForURL((url) => url.href !== list);
  };

/** Opens the page where a creator without an account answers a request. */
async function openAdRequest(page: Page, { baseUrl, keys, posts }: Demo): Promise<void> {
  const answer = await fetch(`${baseUrl}/v1/ad-authorizations/${posts!.permissions.requested}`, {
    headers: { Authorization: `Bearer ${keys.brand}` },
  });
  const { data } = (await answer.json()) as { data: { requestUrl: string } };
  await page.goto(data.requestUrl);
}

const SHOTS: Shot[] = [
  { name: 'home', path: () => '/' },
  { name: 'sign-in', path: () => '/sign-in' },
  { name: 'sign-up', path: () => '/sign-up' },
  { name: 'not-found', path: () => '/app/nothing', who: 'owner' },
  { name: 'places', path: () => '/app', who: 'partner' },
  { name: 'clients', path: (demo) => `/app/${demo.accounts.partner}/clients`, who: 'partner' },
  { name: 'overview', path: (demo) => `${at(demo)}/`, who: 'owner' },
  { name: 'submissions', path: (demo) => `${at(demo)}/submissions`, who: 'owner' },
  { name: 'campaigns', path: (demo) => `${at(demo)}/campaigns`, who: 'owner' },
  { name: 'analytics', path: (demo) => `${at(demo)}/analytics?group=campaign`, who: 'owner' },
  { name: 'campaign', path: (demo) => `${at(demo)}/campaigns/${demo.ads!.campaigns.meta}`, who: 'owner' },
  { name: 'plans', path: (demo) => `${at(demo)}/plans`, who: 'owner' },
  { name: 'plan', path: (demo) => `${at(demo)}/plans/${demo.ads!.plans.waiting}`, who: 'owner' },
  { name: 'plan-failed', path: (demo) => `${at(demo)}/plans/${demo.ads!.plans.failed}`, who: 'owner' },
  { name: 'ad-resources', path: (demo) => `${at(demo)}/campaigns/resources`, who: 'owner' },
  {
    name: 'new-campaign',
    path: (demo) =>
      `${at(demo)}/campaigns/new?connection=${demo.ads!.connections.meta}&objective=conversions&destination=website`,
    who: 'owner',
    first: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Ready overnight');
      await page.getByLabel('Daily budget (USD)').fill('0.10');
      await page.locator('#create-budget-daily-error').waitFor();
      await page.evaluate('scrollTo(0, 0)');
    },
  },
  {
    name: 'submission',
    path: (demo) => `${at(demo)}/submissions/${demo.store!.submission}`,
    who: 'owner',
    first: async (page) => await page.getByText('Waiting sales').scrollIntoViewIfNeeded(),
  },
  { name: 'shop', path: (demo) => `${at(demo)}/connections/${demo.store!.connection}`, who: 'owner' },
  {
    name: 'sale',
    path: (demo) => `${at(demo)}/connections/${demo.store!.connection}`,
    who: 'owner',
    first: (page, demo) => opened(`Order ${demo.store!.orders.returned}`)(page, demo),
  },
  { name: 'products', path: (demo) => `${at(demo)}/products`, who: 'owner' },
  { name: 'product', path: (demo) => `${at(demo)}/products`, who: 'owner', first: opened('Morning Roast') },
  { name: 'samples', path: (demo) => `${at(demo)}/samples`, who: 'owner' },
  {
    name: 'sample',
    path: (demo) => `${at(demo)}/samples?status=approved`,
    who: 'owner',
    first: opened('Cold brew tasting box'),
  },
  { name: 'codes', path: (demo) => `${at(demo)}/codes`, who: 'owner' },
  { name: 'code', path: (demo) => `${at(demo)}/codes`, who: 'owner', first: opened(SHOP_CODE) },
  { name: 'posts', path: (demo) => `${at(demo)}/posts`, who: 'owner' },
  { name: 'post', path: (demo) => `${at(demo)}/posts/${demo.posts!.posts.tiktok}`, who: 'owner' },
  { name: 'ad-authorizations', path: (demo) => `${at(demo)}/ad-authorizations`, who: 'owner' },
  {
    name: 'ad-authorization',
    path: (demo) => `${at(demo)}/ad-authorizations/${demo.posts!.permissions.requested}`,
    who: 'owner',
  },
  { name: 'ad-request', path: () => '/', first: openAdRequest },
  { name: 'payments', path: (demo) => `${at(demo)}/payments`, who: 'owner' },
  { name: 'team', path: (demo) => `${at(demo)}/team`, who: 'owner' },
  { name: 'pixel', path: (demo) => `${at(demo)}/pixels/${demo.pixel}`, who: 'owner' },
  { name: 'keys', path: (demo) => `${at(demo)}/keys`, who: 'owner' },
  { name: 'key', path: (demo) => `${at(demo)}/keys/${demo.keyIds.brand}`, who: 'owner' },
  { name: 'apps', path: (demo) => `${at(demo)}/apps`, who: 'owner' },
  { name: 'new-app', path: (demo) => `${at(demo)}/apps/new`, who: 'owner' },
  { name: 'log', path: (demo) => `${at(demo)}/audit`, who: 'owner' },
  { name: 'consent', path: (_, app) => `/api/auth/oauth2/authorize?${consentTo(app)}`, who: 'owner' },
  { name: 'mail', path: () => '/mail', who: 'owner' },
  { name: 'claims', path: () => '/claims', who: 'offered' },
  { name: 'you', path: (demo) => `${at(demo)}/you`, who: 'member' },
  { name: 'staff-queue', path: () => '/staff', who: 'staff' },
  {
    name: 'staff-item',
    path: (demo) => `/staff/review-queue/payments/${demo.money?.payments.disputed}`,
    who: 'staff',
  },
  { name: 'creator', path: (demo) => `/app/${demo.creators.independent}/`, who: 'creator' },
  { name: 'earnings', path: (demo) => `/app/${demo.creators.independent}/earnings`, who: 'creator' },
  {
    name: 'sample-offered',
    path: (demo) => `/app/${demo.creators.independent}/samples`,
    who: 'creator',
    first: opened('Cold brew tasting box'),
  },
  {
    name: 'components',
    path: () => '/components',
    first: (page) => page.getByRole('button', { name: 'Send' }).click(),
  },
];

const LOOKS = [
  { name: 'desk-light', width: 1280, height: 800, dark: false },
  { name: 'desk-dark', width: 1280, height: 800, dark: true },
  { name: 'phone-light', width: 375, height: 812, dark: false },
  { name: 'phone-dark', width: 375, height: 812, dark: true },
];

async function main(): Promise<void> {
  const base = process.argv[2];
  if (base) return await takeAll(JSON.parse(await readFile(base, 'utf8')) as Demo);
  const dir = await mkdtemp(join(tmpdir(), 'screenshots-'));
  const dev = spawn(process.execPath, [join(root, 'tools/dev.ts'), '--port', String(PORT), '--state', dir], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      dev.once('exit', () => reject(new Error('npm run dev ended.')));
      dev.stdout
        .setEncoding('utf8')
        .on('data', (text: string) => text.includes('Demo complete:') && resolve());
    });
    await takeAll(JSON.parse(await readFile(join(dir, 'demo.json'), 'utf8')) as Demo);
  } finally {
    dev.removeAllListeners('exit');
    const ended = dev.exitCode !== null || dev.signalCode !== null;
    if (!ended && dev.kill('SIGINT')) await new Promise((resolve) => dev.once('exit', resolve));
    await rm(dir, { recursive: true, force: true });
  }
}

const consentTo = (app: string) =>
  new URLSearchParams({
    response_type: 'code',
    client_id: app,
    redirect_uri: 'http://127.0.0.1/callback',
    scope: 'read write offline_access',
    state: 'shown',
    code_challenge: sha256Base64Url('verifier'),
    code_challenge_method: 'S256',
  });

/** Registers an app. @returns its client ID. */
async function registerApp({ baseUrl }: Demo): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Planner', redirect_uris: ['http://127.0.0.1/callback'] }),
  });
  if (!answer.ok) throw new Error(`The registration answered ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { client_id: string }).client_id;
}

/** Gives the creator who brings the store's sales a code, and waits for its discount and for the store's products. */
async function fillStore({ baseUrl, keys, store }: Demo): Promise<void> {
  const headers = { Authorization: `Bearer ${keys.brand}`, 'Content-Type': 'application/json' };
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(`${baseUrl}/v1/${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
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

/** Signs up a person for whose address an account had written a record, which then waits to be claimed. */
async function signUpOffered(page: Page, { baseUrl, keys, people }: Demo): Promise<void> {
  const [name, email] = ['Casey Lind', 'casey@creators.example'];
  const answer = await fetch(`${baseUrl}/v1/creators`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.brand}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, email }),
  });
  if (!answer.ok) throw new Error(`The record answered ${answer.status} ${await answer.text()}`);
  const { password } = people.owner;
  await page.goto('/sign-up');
  await page.getByLabel('A creator').check();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  await page.goto('/mail');
  const link = page.getByRole('link', { name: /\/verify\?token=/ });
  await link.first().click();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByText('Your address is confirmed').waitFor();
  await enter(page, { email, password });
}

async function takeAll(demo: Demo): Promise<void> {
  const app = await registerApp(demo);
  await fillStore(demo);
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const made = new Map<string, Buffer>();
  try {
    const people = [...new Set(SHOTS.map(({ who }) => who))];
    for (const who of people) {
      const state = who ? await signIn(browser, demo, who) : undefined;
      for (const { name, width, height, dark } of LOOKS) {
        const context = await browser.newContext({
          ...(state && { storageState: state }),
          baseURL: demo.baseUrl,
          viewport: { width, height },
          colorScheme: dark ? 'dark' : 'light',
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        for (const shot of SHOTS.filter((one) => one.who === who)) {
          await page.goto(shot.path(demo, app));
          await shot.first?.(page, demo);
          made.set(`${shot.name}.${name}.webp`, await take(page));
        }
        await context.close();
      }
    }
  } finally {
    await browser.close();
  }
  await keep(made);
}

async function signIn(browser: Browser, demo: Demo, who: Who) {
  const context = await browser.newContext({ baseURL: demo.baseUrl });
  const page = await context.newPage();
  if (who === 'offered') await signUpOffered(page, demo);
  else await enter(page, demo.people[who]);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function enter(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/(app|claims)/);
}

/** The window as WebP, which only the browser's own protocol supports. */
async function take(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  return Buffer.from(data, 'base64');
}

async function keep(made: Map<string, Buffer>): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const name of await readdir(target)) if (!made.has(name)) await rm(join(target, name));
  for (const [name, bytes] of made) await writeFile(join(target, name), bytes);
  const sizes = await Promise.all(
    [...made.keys()].map(async (name) => (await stat(join(target, name))).size),
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  console.log(`${made.size} pictures, ${Math.round(sum / 1024)} KiB, in docs/screenshots`);
  if (sum > MOST_BYTES) throw new Error(`They must have at most ${MOST_BYTES} bytes together.`);
}

await main();
