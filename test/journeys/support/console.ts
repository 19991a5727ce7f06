// One service and one Chromium for all tests of pages. `visit` checks for browser errors, axe-core's findings and layout shifts.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { inject } from 'vitest';
import { hashSessionToken, newSessionToken } from '../../../src/auth/person.ts';
import { newStaffToken } from '../../../src/auth/staff-token.ts';
import { hashPassword } from '../../../src/domains/accounts/people/hash-password.ts';
import type { Env } from '../../../src/env.ts';
import { sha256Hex } from '../../../src/kit/crypto.ts';
import { newId } from '../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/time.ts';
import type { Demo } from '../../../tools/demo/demo-file.ts';
import { sendStripeWebhooks } from '../../../tools/demo/stripe-receiver.ts';
import * as clock from '../../harness/clock.ts';
import type {} from '../../harness/servers/start-simulators.ts';
import { portion } from '../../harness/vitest/portion.ts';
import { type Browser, startBrowser } from './browser.ts';
import { addSubmission, newTiktok, signInClient } from './client-scene.ts';
import { freePorts } from './dev.ts';
import { newApp } from './meta.ts';
import { problemsOf, STYLE_REFUSED } from './page-problems.ts';
import { type RunningService, startService } from './service.ts';

export const ROLES = ['owner', 'admin', 'member', 'partner', 'creator', 'staff'] as const;
/**
 * The visitor of a page: a person of the demo's brand, an owner of its partner, its independent creator, a
 * staff member, or a stranger.
 */
export type Who = (typeof ROLES)[number] | 'nobody';

export interface ConsoleWorld {
  /** The outside platforms that these pages lead to. */
  simulators: { url: string };
  service: RunningService;
  browser: Browser;
  /** The session token of each person, as in the cookie. */
  sessions: Record<(typeof ROLES)[number], string>;
  /** The creator's session in another browser, an hour old: what moves money asks for the password again. */
  earlier: string;
  /** The session of the owner of the partner's client. */
  clientSession: string;
  /** Two approved submissions of the client, with their video. */
  videos: readonly string[];
  /** Three submissions of the brand that wait for review, the oldest one first. */
  waiting: readonly string[];
  /** Lets the processor's clock go on. */
  passAtStripe: (seconds: number) => Promise<unknown>;
  /** Scripts TikTok's simulator. */
  simTiktok: (path: string, body: object) => Promise<unknown>;
  /** Scripts that run in pages. */
  axe: string;
  pageCheck: string;
}

/** The token of the person who is signed in as `staff`. */
export const STAFF_TOKEN = newStaffToken();

export const CREATOR_PASSWORD = 'correct horse battery';

/** @param more further vars. */
export async function startConsole(more: Record<string, string> = {}): Promise<ConsoleWorld> {
  const sessions = {} as ConsoleWorld['sessions'];
  const [earlier, clientSession] = [newSessionToken(), newSessionToken()];
  const videos = [newId('submission', clock.now()), newId('submission', clock.now())];
  const waiting = [1, 2, 3].map(() => newId('submission', clock.now()));
  const simulators = { url: inject('simulators') };
  const meta = await metaVars(simulators.url);
  const tiktok = newTiktok(simulators.url);
  await tiktok.sim('settings', { processing: 0 });
  const stripe = {
    STRIPE_API_URL: simulators.url,
    STRIPE_SECRET_KEY: `sk_test_${crypto.randomUUID().replaceAll('-', '')}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${crypto.randomUUID()}`,
  };
  const [service, browser, axe, pageCheck] = await Promise.all([
    freePorts().then((port) =>
      startService(port, { ...meta, ...tiktok.vars, ...stripe, ...more }, async (env, demo) => {
        await signIn(env, demo, sessions);
        await signInEarlier(env, demo, earlier);
        const { accounts, creators, program } = demo;
        const own = { account: accounts.brand, creator: creators.added, program };
        await addSubmission(env, { ...own, caption: 'Cold brew at dawn' });
        for (const id of waiting)
          await addSubmission(env, { ...own, id, status: 'review', caption: 'Espresso at noon' });
        await signInClient(env, demo, clientSession);
        for (const id of videos)
          await addSubmission(env, {
            ...{
              id,
              account: accounts.client,
              creator: creators.managed,
              program,
              caption: 'Morning routine',
            },
          });
        await addAgreement(env, demo);
      }),
    ),
    startBrowser(),
    readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    readFile(join(import.meta.dirname, 'page-check.js'), 'utf8'),
  ]);
  await sendStripeWebhooks(simulators.url, { PUBLIC_URL: service.baseUrl, ...stripe });
  return {
    ...{ simulators, service, browser, sessions, earlier, clientSession, videos, waiting, axe, pageCheck },
    simTiktok: tiktok.sim,
    passAtStripe: (seconds) =>
      fetch(`${simulators.url}/_sim/stripe/clock`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${stripe.STRIPE_SECRET_KEY}` },
        body: JSON.stringify({ advance: seconds }),
      }),
  };
}

async function metaVars(simulators: string): Promise<Record<string, string>> {
  const { id, app, graph, sim } = newApp(simulators);
  await sim('settings', { processing: 0 });
  return {
    META_API_URL: graph,
    META_DIALOG_URL: graph,
    META_APP_ID: id,
    META_APP_SECRET: app.client_secret,
    SEALING_KEYS: `test:${'k'.repeat(43)}`,
    STAFF_PEOPLE: 'sam:staff@people.example',
    STAFF_TOKENS: `sam:${sha256Hex(STAFF_TOKEN)}`,
  };
}

export async function stopConsole(world: ConsoleWorld): Promise<void> {
  await Promise.all([world.browser?.close(), world.service?.stop()]);
}

/** Adds people with sessions before the service starts. Signing in has its own tests. */
async function signIn(env: Env, demo: Demo, sessions: ConsoleWorld['sessions']): Promise<void> {
  const now = clock.now();
  const statements: D1PreparedStatement[] = [];
  const run = (sql: string, ...values: unknown[]) => statements.push(env.DB.prepare(sql).bind(...values));
  for (const role of ROLES) {
    const person = newId('person', now);
    const token = newSessionToken();
    sessions[role] = token;
    run(
      'INSERT INTO people (id, name, email, email_verified, created_at, updated_at) VALUES (?1, ?2, ?3, 1, ?4, ?4)',
      person,
      `Ada ${role}`,
      `${role}@people.example`,
      now,
    );
    run(
      'INSERT INTO sessions (id, person_id, token_hash, expires_at, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)',
      newId('session', now),
      person,
      hashSessionToken(token),
      now + 30 * DAY_MS,
      now,
    );
    if (role === 'creator')
      run(
        'UPDATE creators SET person_id = ?2, claimed_at = ?3 WHERE id = ?1',
        demo.creators.independent,
        person,
        now,
      );
    else if (role === 'staff')
      run(
        "INSERT INTO differences (id, kind, subject, details, found_at, seen_at) VALUES (?1, 'charge_twice', 'pi_second', ?2, ?3, ?3)",
        newId('difference', now),
        JSON.stringify({ charge: 'chg_first', amount: 1_050 }),
        now,
      );
    else
      run(
        'INSERT INTO memberships (account_id, person_id, role, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)',
        role === 'partner' ? demo.accounts.partner : demo.accounts.brand,
        person,
        role === 'partner' ? 'owner' : role,
        now,
      );
  }
  await env.DB.batch(statements);
}

async function signInEarlier(env: Env, { creators }: Demo, token: string): Promise<void> {
  const then = clock.now() - HOUR_MS;
  const insert = async (into: string, id: string, value: string, ...more: unknown[]) =>
    await env.DB.prepare(
      `INSERT INTO ${into}, created_at, updated_at) SELECT ?2, person_id, ${value}, ?3, ?3 FROM creators WHERE id = ?1`,
    )
      .bind(creators.independent, id, then, ...more)
      .run();
  await insert(
    'sessions (id, person_id, token_hash, expires_at',
    newId('session', then),
    '?4, ?5',
    hashSessionToken(token),
    then + 30 * DAY_MS,
  );
  await insert(
    'credentials (id, person_id, subject, provider, password',
    newId('person', then),
    "person_id, 'credential', ?4",
    await hashPassword(CREATOR_PASSWORD),
  );
}

/** An agreement of the brand. Nothing reads its bytes. */
export const EMBED_AGREEMENT = `agr_${'0'.repeat(25)}1`;

async function addAgreement(env: Env, { accounts }: Demo): Promise<void> {
  const [now, file] = [clock.now(), newId('file', clock.now())];
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO files (id, owner_id, uploaded_by, purpose, status, size, type, sha256, url_key, version, created_at, updated_at)
        VALUES (?1, ?2, ?2, 'agreement', 'ready', 10, 'application/pdf', ?3, 'key', 1, ?4, ?4)`,
    ).bind(file, accounts.brand, 'd'.repeat(64), now),
    env.DB.prepare(
      `INSERT INTO agreements (id, account_id, title, status, applicability, latest, version, created_at, updated_at)
        VALUES (?1, ?2, 'House rules', 'active', '[]', 1, 1, ?3, ?3)`,
    ).bind(EMBED_AGREEMENT, accounts.brand, now),
    env.DB.prepare(
      `INSERT INTO agreement_versions (agreement_id, number, title, file, file_name, size, sha256, applicability, created_at)
        VALUES (?1, 1, 'House rules', ?2, 'rules.pdf', 10, ?3, '[]', ?4)`,
    ).bind(EMBED_AGREEMENT, file, 'd'.repeat(64), now),
  ]);
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Opens a page and checks what every page must have. `status` is the expected status. */
  visit(path: string, status?: number): Promise<void>;
  /**
   * Checks the page as it is now, after something was clicked.
   * @param moves whether typed input may have caused layout shifts.
   */
  check(moves?: 'moves'): Promise<void>;
  /** Allows one more status besides 200 in the next responses: Chromium reports it as an error. */
  expects(status: number): void;
  /** Allows the pages to lead to another origin. */
  mayLeaveTo(origin: string): void;
  close(): Promise<void>;
}

export interface Look {
  /** 375 px wide, with touch; else the width is the one that is given, or 1280 px. */
  phone?: boolean;
  width?: number;
  dark?: boolean;
  /** Without scripts. */
  scriptless?: boolean;
  proxy?: string;
}

const LOOKS: Look[] = [{}, { phone: true, dark: true }];

/** Where a person looks at these pages: at each in one look, another each day, and in the storm in both. */
export function looksAt(paths: readonly string[]): { look: Look; paths: string[] }[] {
  const all = paths.flatMap((path, n) =>
    LOOKS.map((_, k) => ({ path, look: LOOKS[(n + k) % LOOKS.length]! })),
  );
  const chosen = portion(all, LOOKS.length, ({ path }) => path);
  return LOOKS.map((look) => ({
    look,
    paths: chosen.filter((one) => one.look === look).map(({ path }) => path),
  }));
}

/** The cookie of somebody who is signed in. */
export const sessionCookie = (baseUrl: string, token: string) => ({
  name: '__Host-session',
  value: token,
  // Browsers treat loopback as secure; cookies that are set from outside need https.
  url: baseUrl.replace('http:', 'https:'),
  secure: true,
  httpOnly: true,
  sameSite: 'Lax' as const,
});

/** What is read on a page, with a space between its parts. */
export async function wordsOn(page: Page): Promise<string> {
  // Without its styles nothing separates words that stand in columns.
  await page.waitForLoadState();
  return await page.evaluate("document.querySelector('main').innerText.replace(/\\s+/g, ' ')");
}

/** Whether a draft was saved since the page was opened. */
const DRAFTED = `Object.keys(localStorage).some((key) => key.startsWith('draft ') &&
  JSON.parse(localStorage.getItem(key)).at >= performance.timeOrigin)`;

/** A person's browser window. */
export async function visitor(world: ConsoleWorld, who: Who, look: Look = {}): Promise<Visitor> {
  const { baseUrl } = world.service;
  const context = await world.browser.newContext({
    baseURL: baseUrl,
    viewport: look.phone ? { width: 375, height: 812 } : { width: look.width ?? 1280, height: 900 },
    hasTouch: look.phone ?? false,
    colorScheme: look.dark ? 'dark' : 'light',
    javaScriptEnabled: !look.scriptless,
    reducedMotion: 'reduce',
    ...(look.proxy && { proxy: { server: look.proxy, bypass: '<-loopback>' } }),
  });
  if (who !== 'nobody') await context.addCookies([sessionCookie(baseUrl, world.sessions[who])]);
  const page = await context.newPage();
  const errors: string[] = [];
  let [expected, isJudged] = [200, false];
  const origins = [baseUrl];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // Chromium reports each response above 399 as an error.
    const status = /status of (\d+)/.exec(message.text())?.[1];
    if (isJudged && message.text().startsWith(STYLE_REFUSED)) return;
    if (message.type() === 'error' && status !== String(expected)) errors.push(message.text());
  });
  page.on('request', (request) => {
    if (!origins.includes(new URL(request.url()).origin)) errors.push(`asked for ${request.url()}`);
  });
  const check = async (moves?: 'moves') => {
    isJudged = true;
    const found = [...(await problemsOf(page, world, look, moves)), ...errors.splice(0)];
    isJudged = false;
    if (found.length > 0) throw new Error(`${page.url()} as ${who}:\n${found.join('\n')}`);
  };
  return {
    page,
    context,
    check,
    expects: (status) => {
      expected = status;
    },
    visit: async (path, status = 200) => {
      expected = status;
      const answer = await page.goto(path);
      if (answer?.status() !== status) throw new Error(`${path} answered ${answer?.status()} to ${who}`);
      if (!look.scriptless && (await page.evaluate<boolean>(DRAFTED)))
        throw new Error(`${path} keeps a draft for ${who}, who typed nothing`);
      await check();
    },
    mayLeaveTo: (origin) => void origins.push(origin),
    close: () => context.close(),
  };
}
