// How the pictures are taken of pages that no link leads to, or that show more of another record than of the first one met.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { unsubscribeSignature } from '../../src/domains/messaging/message-digests/unsubscribe-signature.ts';
import { type Env, vars } from '../../src/env.ts';
import { sha256Base64Url } from '../../src/kit/crypto.ts';
import { newId } from '../../src/kit/ids.ts';
import type { Demo } from '../demo/demo-file.ts';
import { LOCAL_SECRETS } from '../demo/local-secrets.ts';
import { SHOPIFY_APP } from '../demo/shops.ts';
import type { Further } from './pictures.ts';
import type { Stage, Who } from './stage.ts';

export interface Shot {
  who: Who;
  path: (stage: Stage) => string | Promise<string>;
  /** Runs before the picture is taken. */
  first?: (page: Page) => Promise<unknown>;
}

type Path = (demo: Demo) => string;

const shot = (who: Who, path: Path, first?: Shot['first']): Shot => ({
  who,
  path: ({ demo }) => path(demo),
  ...(first && { first }),
});

/** A page of the demo's brand. */
const own = (path: Path, first?: Shot['first']): Shot =>
  shot('owner', (demo) => `/app/${demo.accounts.brand}${path(demo)}`, first);

const asCreator = (path: Path, first?: Shot['first']): Shot =>
  shot('creator', (demo) => `/app/${demo.creators.independent}${path(demo)}`, first);

/** Opens the record with this name from a list. */
const opened =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    const list = page.url();
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await page.waitForURL((url) => url.href !== list);
  };

const embed = (who: Who, component: string, features: readonly string[], below = ''): Shot => ({
  who,
  path: async ({ demo, ask, offered }) => {
    const creator = who === 'offered' ? offered : demo.creators.independent;
    const session = { component, features, creator, origin: demo.shopUrl };
    const { id, clientSecret } = await ask<{ id: string; clientSecret: string }>('embeds', session);
    // The frame takes its secret in before it opens a window.
    await ask(`embeds/${id}/token`, { clientSecret });
    return `/embed/window/${id}${below}${below.includes('?') ? '&' : '?'}lang=en`;
  },
  first: asOpened,
});

/** A window that its frame did not open says so instead. */
const asOpened = (page: Page) =>
  page.evaluate(`for (const [part, hidden] of [['alone', true], ['together', false]])
    for (const one of document.querySelectorAll('[data-' + part + ']')) one.hidden = hidden`);

const install = (who: Who): Shot => ({
  who,
  path: async ({ demo }) => {
    const simulators = `http://127.0.0.1:${Number(new URL(demo.baseUrl).port) + 3}`;
    const answer = await fetch(`${simulators}/_sim/shopify/second-store.myshopify.com/install-link`, {
      method: 'POST',
      body: JSON.stringify({ client: SHOPIFY_APP, url: `${demo.baseUrl}/connections/install/shopify` }),
    });
    const { url } = (await answer.json()) as { url: string };
    // The shop's link is good for one visit, and leads to a ticket.
    return (await fetch(url, { redirect: 'manual' })).headers.get('location')!;
  },
});

const CONSENT = {
  response_type: 'code',
  redirect_uri: 'http://127.0.0.1/callback',
  scope: 'read write offline_access',
  state: 'shown',
  code_challenge: sha256Base64Url('verifier'),
  code_challenge_method: 'S256',
};

/** By the page's path in the registry. */
export const SHOTS: Readonly<Record<string, Shot>> = {
  '/components': shot(
    'nobody',
    () => '/components',
    (page) => page.getByRole('button', { name: 'Send' }).click(),
  ),
  '/app': shot('partner', () => '/app'),
  '/claims': shot('offered', () => '/claims'),
  '/verify': shot('nobody', () => '/verify?token=shown'),
  '/verify/address': shot('nobody', () => '/verify/address?token=shown'),
  '/invitations/:token': {
    who: 'nobody',
    path: async (stage) => {
      const page = await stage.window('owner').newPage();
      await page.goto(`/app/${stage.demo.accounts.brand}/team`);
      await page.getByLabel('Email address').fill(`${randomUUID().slice(0, 8)}@northwind.example`);
      await page.getByRole('button', { name: 'Send invitation' }).click();
      await page.getByRole('status').waitFor();
      await page.goto('/mail');
      const path = await page.locator('a[href*="/invitations/"]').first().getAttribute('href');
      await page.close();
      return new URL(path!, stage.demo.baseUrl).pathname;
    },
  },
  '/unsubscribe/:person/:signature': {
    who: 'nobody',
    path: ({ demo }) => {
      const person = newId('person', Date.now());
      const secrets = vars({
        PUBLIC_URL: demo.baseUrl,
        ALLOW_LOCAL_URLS: 'true',
        ...LOCAL_SECRETS,
      } as unknown as Env);
      return `/unsubscribe/${person}/${unsubscribeSignature(secrets, person)}`;
    },
  },
  '/api/auth/oauth2/authorize': {
    who: 'owner',
    path: ({ client }) =>
      `/api/auth/oauth2/authorize?${new URLSearchParams({ ...CONSENT, client_id: client })}`,
  },
  '/embed/frame/:session': shot('nobody', ({ embedsUrl }) => embedsUrl),
  '/embed/window/:session': embed('creator', 'programs', ['apply']),
  '/embed/window/:session/claim': embed('offered', 'programs', ['apply'], '/claim'),
  '/embed/window/:session/sign-in': embed('nobody', 'programs', ['apply'], '/sign-in'),
  '/embed/window/:session/sign-up': embed('nobody', 'programs', ['apply'], '/sign-up'),
  '/embed/window/:session/withdraw': embed(
    'creator',
    'earnings',
    ['withdraw'],
    '/withdraw?amount=5000&currency=usd',
  ),
  '/embed/window/:session/payouts': embed('creator', 'onboarding', ['payouts'], '/payouts'),
  '/p/:program': own(
    () => '/programs',
    async (page) => {
      await opened('Cold brew ads')(page);
      await page.locator('main a[href^="/p/"]').click();
      await page.getByText('A program for creators').waitFor();
    },
  ),
  '/app/:place/exports/:export': own(
    () => '/payments',
    async (page) => {
      await page.getByRole('button', { name: 'Export as CSV' }).click();
      await page.getByText('The file is ready').waitFor();
    },
  ),
  '/app/:place/keys/:key': own(({ keyIds }) => `/keys/${keyIds.brand}`),
  '/app/:place/keys/:key/events': own(({ keyIds }) => `/keys/${keyIds.brand}/events`),
  '/app/:place/keys/:key/problems': own(({ keyIds }) => `/keys/${keyIds.brand}/problems`),
  '/app/:place/keys/:key/events/:event': own(
    ({ keyIds }) => `/keys/${keyIds.brand}/events`,
    (page) => page.locator('main a[href*="/events/"]').first().click(),
  ),
  '/ad-requests/:link': {
    who: 'nobody',
    path: async ({ demo, ask }) => {
      const { requested } = demo.posts!.permissions;
      const { requestUrl } = await ask<{ requestUrl: string }>(`ad-authorizations/${requested}`);
      return new URL(requestUrl).pathname;
    },
  },
  '/connections/install/:provider': shot('owner', () => '/connections/install/shopify'),
  '/connections/install/:provider/:ticket': install('partner'),
  '/app/:place/connections/install/:provider/:ticket': install('owner'),
  '/connections/:visit': {
    who: 'owner',
    path: async ({ ask }) => {
      const { url } = await ask<{ url: string }>('connections', { provider: 'tiktok' });
      return new URL(url).pathname;
    },
  },
  '/app/:place/connections/:connection': own(({ ads }) => `/connections/${ads!.connections.meta}`),
  '/app/:place/pixels/:pixel': own(({ pixel }) => `/pixels/${pixel}`),
  '/app/:place/posts/:post': own(({ posts }) => `/posts/${posts!.posts.tiktok}`),
  '/app/:place/submissions/:submission': own((demo) => `/submissions/${demo.work!.submissions.review}`),
  '/app/:place/creators/:creator': own(({ creators }) => `/creators/${creators.added}`),
  '/app/:place/programs/:program': own(({ program }) => `/programs/${program}`),
  '/app/:place/products/:product': own(() => '/products', opened('Morning Roast')),
  '/app/:place/samples/:sample': own(() => '/samples?status=approved', opened('Cold brew tasting box')),
  '/app/:place/messages/:thread': own(() => '/messages', opened(/Mia Torres/)),
  '/app/:place/analytics': own(() => '/analytics?group=campaign'),
  '/app/:place/campaigns/:campaign': own(({ ads }) => `/campaigns/${ads!.campaigns.meta}`),
  '/app/:place/plans/:plan': own(({ ads }) => `/plans/${ads!.plans.failed}`),
  '/app/:place/ad-authorizations/:authorization': own(
    ({ posts }) => `/ad-authorizations/${posts!.permissions.requested}`,
  ),
  '/app/:place/payments/:payment': own(({ money }) => `/payments/${money!.payments.pendingApproval}`),
  '/app/:place/withdrawals/:withdrawal': {
    who: 'partner',
    path: async ({ demo: { baseUrl, keys, accounts } }) => {
      const answer = await fetch(`${baseUrl}/v1/withdrawals`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${keys.partner}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'screenshot',
        },
        body: JSON.stringify({ amount: 1_000, currency: 'usd' }),
      });
      const { data } = (await answer.json()) as { data: { id: string } };
      return `/app/${accounts.partner}/withdrawals/${data.id}`;
    },
  },
  '/staff/review-queue/:kind/:id': shot(
    'staff',
    ({ money }) => `/staff/review-queue/payments/${money!.payments.disputed}`,
  ),
  '/staff/senders/:id': shot('staff', ({ accounts }) => `/staff/senders/${accounts.brand}`),
};

export const FURTHER_SHOTS: Readonly<Record<Further, Shot>> = {
  'overview-partner': shot('partner', ({ accounts }) => `/app/${accounts.partner}/`),
  'overview-creator': asCreator(() => '/'),
  'programs-program-creator': asCreator(({ program }) => `/programs/${program}`),
  'submissions-submission-creator': asCreator(() => '/submissions', opened(/balcony/)),
  'creators-selected': own(
    () => '/creators',
    async (page) => {
      for (const row of [1, 2, 3]) await page.getByRole('checkbox').nth(row).check();
    },
  ),
  'campaigns-form': own(
    ({ ads }) =>
      `/campaigns/new?connection=${ads!.connections.meta}&objective=conversions&destination=website`,
    async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Ready overnight');
      await page.getByLabel('Daily budget (USD)').fill('0.10');
      await page.locator('#create-budget-daily-error').waitFor();
      await page.evaluate('scrollTo(0, 0)');
    },
  ),
  'plans-plan-waiting': own(({ ads }) => `/plans/${ads!.plans.waiting}`),
  'connections-shop': own(({ store }) => `/connections/${store!.connection}`),
  sale: own(
    ({ store }) => `/connections/${store!.connection}`,
    (page) =>
      page
        .getByRole('link', { name: /^Order / })
        .first()
        .click(),
  ),
  'not-found': own(() => '/nothing'),
};
