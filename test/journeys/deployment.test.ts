// Follows docs/deploying.md as far as possible without an account: the configurations that it makes, and all
// four Workers, each with exactly the secrets that the table lists for it. Features of the pages' Worker
// without secrets are not tried.
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  convertV4MiniflareOptions,
  Miniflare,
  type V4MiniflareOptions,
  type V4WorkerOptions,
} from 'miniflare';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { newStaffToken } from '../../src/auth/staff-token.ts';
import { sha256Hex } from '../../src/kit/crypto.ts';
import { LANES } from '../../src/lanes.ts';
import { QUEUE_NAMES } from '../../src/queue-names.ts';
import { builtWorker } from '../../tools/demo/built-workers.ts';
import { readCrons, runCron } from '../../tools/demo/crons.ts';
import { type Demo, readDemo } from '../../tools/demo/demo-file.ts';
import { LOCAL_SECRETS } from '../../tools/demo/local-secrets.ts';
import { resources, writeConfigs } from '../../tools/deployment/configs.ts';
import { type Deployment, problemsOf } from '../../tools/deployment/deployment.ts';
import { secretsOf } from '../../tools/deployment/settings.ts';
import { CONFIGS, NAMES, WORKERS } from '../../tools/deployment/workers.ts';
import * as clock from '../harness/clock.ts';
import type {} from '../harness/servers/start-simulators.ts';
import { freePorts } from './support/dev.ts';
import { ADA, newApp } from './support/meta.ts';
import { built, demoFolder } from './support/workers.ts';

const RETURN = 'http://localhost:9199/settings';
const DEPLOYMENT: Deployment = {
  name: 'production',
  url: 'https://app.northwind.test',
  zone: 'northwind.test',
  vars: {
    SERVICE_NAME: 'Northwind',
    MAIL_API_URL: 'https://mail.northwind.test/send',
    MAIL_FROM: 'no-reply@northwind.test',
  },
  // Local databases are found by these IDs.
  databases: Object.fromEntries(
    resources()
      .databases.map((name, at) => [name, ['1', '10', '11', '20'][at]!])
      .map(([name, at]) => [name, `00000000-0000-4000-8000-${at!.padStart(12, '0')}`]),
  ),
};

let dir: string;
let baseUrl: string;
const simulators = { url: inject('simulators') };
let mail: Server;
let service: Miniflare;
let demo: Demo;
let graph: string;

beforeAll(async () => {
  dir = await demoFolder('deployment-');
  demo = (await readDemo(dir))!;
  const port = await freePorts();
  baseUrl = `http://127.0.0.1:${port}`;
  mail = createServer((_, response) => void response.end());
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  const meta = newApp(simulators.url);
  graph = meta.graph;
  const secrets: Record<string, string> = {
    ...LOCAL_SECRETS,
    STRIPE_SECRET_KEY: `sk_test_${meta.id}`,
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_FINANCIAL_ACCOUNT: 'fa_x',
    STRIPE_THIN_WEBHOOK_SECRET: 'whsec_y',
    MAIL_API_KEY: 'x',
    STAFF_TOKENS: `ada:${sha256Hex(newStaffToken())}`,
    META_APP_ID: meta.id,
    META_APP_SECRET: meta.app.client_secret,
    SHOPIFY_API_KEY: '0'.repeat(32),
    SHOPIFY_API_SECRET: 'x',
    SHOPIFY_OLD_API_SECRET: 'y',
    SNAPCHAT_CLIENT_ID: crypto.randomUUID(),
    SNAPCHAT_CLIENT_SECRET: 'x',
    GOOGLE_CLIENT_ID: 'x',
    GOOGLE_CLIENT_SECRET: 'x',
    TIKTOK_APP_ID: '1',
    TIKTOK_APP_SECRET: 'x',
    TIKTOK_CLIENT_KEY: 'x',
    TIKTOK_CLIENT_SECRET: 'x',
    INSTAGRAM_APP_ID: '1',
    INSTAGRAM_APP_SECRET: 'x',
  };
  // Two things differ on this machine: the URL, and the URLs of outside platforms.
  const local = {
    PUBLIC_URL: baseUrl,
    ALLOW_LOCAL_URLS: 'true',
    CLOCK_AHEAD_MS: process.env.CLOCK_AHEAD_MS ?? '0',
    MAIL_API_URL: `http://127.0.0.1:${(mail.address() as AddressInfo).port}/send`,
    STRIPE_API_URL: simulators.url,
    META_API_URL: graph,
    META_DIALOG_URL: graph,
  };
  service = await start(port, secrets, local);
}, 250_000);
afterAll(async () => {
  await service?.dispose();
  mail?.close();
  await rm(dir, { recursive: true, force: true });
});

async function start(
  port: number,
  secrets: Record<string, string>,
  local: Record<string, string>,
): Promise<Miniflare> {
  const folder = await built();
  const configs = writeConfigs(DEPLOYMENT, join(dir, 'configs'));
  const workers = WORKERS.map((worker): V4WorkerOptions => {
    const { modules, modulesRoot, rootPath } = builtWorker(CONFIGS[worker], folder) as {
      modules: unknown;
      modulesRoot: string;
      rootPath: string;
    };
    const { workerOptions } = unstable_getMiniflareWorkerOptions(configs[worker]);
    const mine = secretsOf(worker).map(({ name }) => [name, given(secrets, name)]);
    // The pixel's Worker has no vars.
    const here = worker === 'pixel' ? {} : local;
    const bindings = { ...(workerOptions.bindings as object), ...here, ...Object.fromEntries(mine) };
    return {
      ...workerOptions,
      name: NAMES[worker],
      modules,
      modulesRoot,
      rootPath,
      bindings,
    } as V4WorkerOptions;
  });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers,
      host: '127.0.0.1',
      port,
      logRequests: false,
      unsafeTriggerHandlers: true,
      resourcePersistencePath: join(dir, 'state/v3'),
    } as unknown as V4MiniflareOptions),
  );
  await miniflare.ready;
  return miniflare;
}

function given(secrets: Record<string, string>, name: string): string {
  const secret = secrets[name];
  if (secret === undefined) throw new Error(`this test has no value for the secret ${name}`);
  return secret;
}

async function api(key: string, method: string, path: string, body?: object, as?: string) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...(as ? { 'Service-Account': as } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
  return JSON.parse(text).data;
}

/** Submits a form of another service's page. Returns the URL that it leads to. */
async function submit(url: string, form: Record<string, string>): Promise<string> {
  const sent = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const location = sent.headers.get('location');
  if (!location) throw new Error(`${url} answered ${sent.status} ${await sent.text()}`);
  return location;
}

/** A browser that is sent to one of our pages. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async #ask(url: string, init: RequestInit = {}): Promise<{ text: string; location: string | null }> {
    const Cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie, 'Sec-Fetch-Site': 'same-origin' };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      this.#cookies.set(name!, value!);
    }
    const text = await answer.text();
    if (answer.status >= 400) throw new Error(`${url} answered ${answer.status} ${text}`);
    return { text, location: answer.headers.get('location') };
  }

  /** The URL to which one of our URLs redirects. */
  async go(url: string): Promise<string | null> {
    return (await this.#ask(url)).location;
  }

  /** Submits the only form of one of our pages. Returns the URL that it leads to. */
  async press(url: string): Promise<string> {
    const { text } = await this.#ask(url);
    const form = /<main[\s\S]*?<form[^>]*>([\s\S]*?)<\/form>/.exec(text)![1]!;
    const fields = [...form.matchAll(/<(?:input|button)[^>]*\bname="([^"]+)"[^>]*\bvalue="([^"]*)"/g)];
    const body = new URLSearchParams(fields.map(([, name, value]) => [name!, value!]));
    return (await this.#ask(url, { method: 'POST', body })).location!;
  }
}

describe('a deployment by the book', () => {
  it('is one that npm run deploy would take, but for what is local', () => {
    const whole = {
      ...DEPLOYMENT,
      databases: Object.fromEntries(resources().databases.map((name) => [name, crypto.randomUUID()])),
    };
    expect(problemsOf(whole, resources().databases)).toEqual([]);
  });

  it('connects an ad account', async () => {
    const { url } = await api(demo.keys.brand, 'POST', '/v1/connections', {
      provider: 'meta',
      returnUrl: RETURN,
    });
    expect(url).toMatch(new RegExp(`^${baseUrl}/connections/`));
    const browser = new Browser();
    const dialog = await browser.press(url);
    expect(dialog).toMatch(new RegExp(`^${graph}/v26.0/dialog/oauth`));
    const back = await submit(dialog, { user: ADA, answer: 'allow' });
    expect(back).toMatch(new RegExp(`^${baseUrl}/connections/callback/meta`));
    expect(await browser.go(back)).toBe(`${RETURN}?status=connected#`);
    const connections = await api(demo.keys.brand, 'GET', '/v1/connections');
    expect(connections).toMatchObject([{ provider: 'meta', status: 'connected' }]);
  });

  it('sets up a card', async () => {
    const { url } = await api(demo.keys.brand, 'POST', '/v1/connections', {
      provider: 'card',
      returnUrl: RETURN,
    });
    const back = await submit(url, { card: 'pm_card_visa' });
    expect(await new Browser().go(back)).toBe(`${RETURN}?status=added`);
    const { paymentMethod } = await api(demo.keys.brand, 'GET', '/v1/account');
    expect(paymentMethod).toMatchObject({ status: 'active', last4: '4242' });
  });

  it('sets up a bank account', async () => {
    const { managed } = demo.creators;
    const body = { provider: 'stripe', country: 'GB', returnUrl: RETURN };
    const { url } = await api(demo.keys.partner, 'POST', '/v1/connections', body, managed);
    expect(await new Browser().go(await submit(url, {}))).toBe(`${RETURN}?status=connected`);
    const { payouts } = await api(demo.keys.partner, 'GET', `/v1/creators/${managed}`);
    expect(payouts).toEqual({ identity: { status: 'verified' }, bankAccount: { status: 'added' } });
  });

  it('is healthy once its cron has run', async () => {
    const [everyMinute] = await readCrons();
    await runCron(baseUrl, everyMinute!, clock.now());
    const database = await service.getD1Database('DB', 'creator-marketing-service');
    const noted = async () =>
      (await database.prepare('SELECT count(*) AS n FROM lane_runs').first<{ n: number }>())!.n;
    await expect.poll(noted, { timeout: 30_000 }).toBe(LANES.length);
    const answer = await fetch(`${baseUrl}/healthz`);
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    const { queues, deadLetters } = JSON.parse(text).data;
    const consumed = QUEUE_NAMES.filter((name) => !name.endsWith('-dlq'));
    expect([queues.length, deadLetters]).toEqual([consumed.length, 0]);
    for (const { backlog } of queues) expect(backlog).toBeTypeOf('number');
  });
});
