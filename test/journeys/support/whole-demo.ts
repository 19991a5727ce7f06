// The demo with all of its parts, as `npm run dev` makes it, on built Workers of its own; and its people, signed in.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSessionToken, newSessionToken } from '../../../src/auth/person.ts';
import { newStaffToken } from '../../../src/auth/staff-token.ts';
import type { Env } from '../../../src/env.ts';
import { sha256Hex } from '../../../src/kit/crypto.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import { adVars } from '../../../tools/demo/ad-platforms.ts';
import { callApi } from '../../../tools/demo/api.ts';
import type { Demo } from '../../../tools/demo/demo-file.ts';
import { demoParts, type Parts } from '../../../tools/demo/parts.ts';
import { shopVars } from '../../../tools/demo/shops.ts';
import { socialVars } from '../../../tools/demo/social.ts';
import { sendStripeWebhooks } from '../../../tools/demo/stripe-receiver.ts';
import * as clock from '../../harness/clock.ts';
import { type Browser, startBrowser } from './browser.ts';
import { addSubmission } from './client-scene.ts';
import { ROLES } from './console.ts';
import { freePorts } from './dev.ts';
import { type RunningService, startService } from './service.ts';
import { startSimulators } from './workers.ts';

/** The session token of each person, as in the cookie. */
type Sessions = Record<(typeof ROLES)[number], string>;

export interface DemoWorld {
  service: RunningService;
  browser: Browser;
  sessions: Sessions;

  demo: Awaited<ReturnType<Parts['posts']>>;
  staffToken: string;
  simulatorsUrl: string;
  stop(): Promise<void>;
}

export async function startWholeDemo(): Promise<DemoWorld> {
  const port = await freePorts();
  const simulatorsUrl = `http://127.0.0.1:${port + 3}`;
  const staffToken = newStaffToken();
  const sessions = {} as Sessions;
  const stripe = {
    STRIPE_API_URL: simulatorsUrl,
    STRIPE_SECRET_KEY: 'sk_test_local',
    STRIPE_WEBHOOK_SECRET: 'whsec_local',
    STRIPE_THIN_WEBHOOK_SECRET: 'whsec_local_thin',
    STRIPE_FINANCIAL_ACCOUNT: 'fa_test_sim',
  };
  const outside = {
    ...stripe,
    ...adVars(simulatorsUrl),
    ...shopVars(simulatorsUrl),
    ...socialVars(simulatorsUrl),
  };
  const simulatorsDir = await mkdtemp(join(tmpdir(), 'simulators-'));
  const simulators = await startSimulators(port + 3, simulatorsDir);
  const staff = { STAFF_TOKENS: `demo:${sha256Hex(staffToken)}` };
  const service = await startService(
    port,
    { ...outside, ...staff, STAFF_PEOPLE: 'sam:staff@service.example' },
    async (env, demo) => {
      await signIn(env, demo, sessions);
      await addSubmissions(env, demo);
    },
  );
  await sendStripeWebhooks(simulatorsUrl, { PUBLIC_URL: service.baseUrl, ...stripe });
  const parts = demoParts(service.dir, simulatorsUrl, stripe, () => undefined);
  const worked = await parts.first({ ...service.demo, baseUrl: service.baseUrl });
  const demo = await parts.posts(await parts.store(await parts.campaigns(worked)));
  await addRequests(demo);
  const browser = await startBrowser();
  return {
    ...{ service, browser, sessions, demo, staffToken, simulatorsUrl },
    stop: async () => {
      await browser.close();
      await Promise.all([service.stop(), simulators.stop()]);
      await rm(simulatorsDir, { recursive: true, force: true });
    },
  };
}

/** Opens two sessions of each person, the second one to be ended. */
async function signIn(env: Env, { people }: Demo, sessions: Sessions): Promise<void> {
  const now = clock.now();
  await env.DB.batch(
    ROLES.flatMap((role) => {
      sessions[role] = newSessionToken();
      return [sessions[role], newSessionToken()].map((token) =>
        env.DB.prepare(
          `INSERT INTO sessions (id, person_id, token_hash, expires_at, created_at, updated_at)
            SELECT ?1, id, ?2, ?3, ?4, ?4 FROM people WHERE email = ?5`,
        ).bind(newId('session', now), hashSessionToken(token), now + 30 * DAY_MS, now, people[role].email),
      );
    }),
  );
}

/** What people ask of each other beyond the demo: what can be accepted or refused, twice. */
async function addRequests({ baseUrl, shopUrl, creators, keys, people }: Demo): Promise<void> {
  const post = <T>(path: string, key: string, body: object, as?: string) =>
    callApi<T>(`${baseUrl}${path}`, 'POST', { key, ...(as !== undefined && { as }) }, body);
  const { independent, managed, added } = creators;
  for (const deliverables of ['A video a month', 'Two videos a month'])
    await post('/v1/retainers', keys.brand, { creator: independent, pay: { base: 30_000 }, deliverables });
  for (const key of [keys.partner, keys.client])
    await post('/v1/creators', key, { email: people.creator.email });
  for (const creator of [independent, managed, managed, added])
    await post('/v1/embeds', keys.brand, { component: 'earnings', creator, origin: shopUrl });
}

/** Submissions that wait, one for each decision. */
async function addSubmissions(env: Env, { accounts, creators, program }: Demo): Promise<void> {
  const own = { account: accounts.brand, creator: creators.added, program, status: 'review' as const };
  for (const caption of ['Cold brew at dawn', 'Espresso at noon', 'Latte at dusk'])
    await addSubmission(env, { ...own, caption });
  // The creator who can sign in changes its details.
  await addSubmission(env, { ...own, creator: creators.independent, caption: 'Mocha at midnight' });
}
