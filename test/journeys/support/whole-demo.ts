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
import type { Demo } from '../../../tools/demo/demo-file.ts';
import { demoParts, type Parts } from '../../../tools/demo/parts.ts';
import { shopVars } from '../../../tools/demo/shops.ts';
import { socialVars } from '../../../tools/demo/social.ts';
import { sendStripeWebhooks } from '../../../tools/demo/stripe-receiver.ts';
import * as clock from '../../harness/clock.ts';
import { type Browser, startBrowser } from './browser.ts';
import { ROLES } from './console.ts';
import { addRequests } from './demo-requests.ts';
import { addStates, type States } from './demo-states.ts';
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
  /** Pages that no page leads to, by who opens them. */
  outside: Partial<Record<keyof Sessions, readonly string[]>>;
  stop(): Promise<void>;
}

export async function startWholeDemo(): Promise<DemoWorld> {
  const port = await freePorts();
  const simulatorsUrl = `http://127.0.0.1:${port + 3}`;
  const staffToken = newStaffToken();
  const sessions = {} as Sessions;
  let states = {} as States;
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
      states = await addStates(env, demo);
    },
  );
  await sendStripeWebhooks(simulatorsUrl, { PUBLIC_URL: service.baseUrl, ...stripe });
  const parts = demoParts(service.dir, simulatorsUrl, stripe, tellFailure);
  const worked = await parts.first({ ...service.demo, baseUrl: service.baseUrl });
  const demo = await parts.posts(await parts.store(await parts.campaigns(worked)));
  const pages = await addRequests({ demo, sessions, simulatorsUrl, states });
  const browser = await startBrowser();
  return {
    ...{ service, browser, sessions, demo, staffToken, simulatorsUrl, outside: pages },
    stop: async () => {
      await browser.close();
      await Promise.all([service.stop(), simulators.stop()]);
      await rm(simulatorsDir, { recursive: true, force: true });
    },
  };
}

/** A part that fails is tried again until it succeeds, and nothing else would say so. */
function tellFailure(line: string): void {
  if (line.includes('Trying again')) console.error(line);
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
