// What a person sees who follows the README in a clone of this repository: one command that is killed in the
// middle and run again, the commands in the documents, the tour, a mistake or two, the end. By hand,
// `NEWCOMER=long npx vitest run --project journeys newcomer` kills it at each step of the demo, and at
// moments in between (SEED=1), while two busy processes run beside it.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptAds } from '../../tools/demo/ad-platforms.ts';
import { type Demo, readDemo } from '../../tools/demo/demo-file.ts';
import { fetchLocal } from '../../tools/demo/fetch-local.ts';
import type { Received } from '../../tools/demo/receiver.ts';
import * as clock from '../harness/clock.ts';
import { inTurn } from '../harness/vitest/portion.ts';
import { demoStates } from './newcomer/demo-states.ts';
import { rebuilds } from './newcomer/rebuilds.ts';
import { startBrowser } from './support/browser.ts';
import { cloneHere } from './support/clone.ts';
import {
  type Dev,
  freePorts,
  interrupt,
  kill,
  listens,
  READY_MS,
  ready,
  startDev,
  until,
} from './support/dev.ts';
import { cutBodies, leavePages } from './support/hang-up.ts';
import { pause } from './support/pause.ts';
import { printedOn, Reader, runOf } from './support/reader.ts';

/** A headless browser says that it is one, and then counts as a bot. */
const PERSON =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const LONG = process.env.NEWCOMER === 'long';
/** The terminal's lines when a step begins. */
const STEPS = [
  ...['Workers, databases', 'Cities of', "Creators' work", 'Payments', 'Demo file:', 'Campaigns'],
];
const MOMENTS = 8;
/** Waits are only for events; such a test takes as long as the machine needs. */
const PATIENCE_MS = 300_000;

describe('npm run dev', { timeout: READY_MS }, () => {
  let root: string;
  const busy: ChildProcess[] = [];
  let dir: string;
  let port: number;
  let dev: Dev;
  let demo: Demo;

  beforeAll(async () => {
    if (LONG) for (let n = 0; n < 2; n++) busy.push(spawn(process.execPath, ['-e', 'for (;;);']));
    root = join(await mkdtemp(join(tmpdir(), 'newcomer-')), 'clone');
    cloneHere(root);
    dir = join(root, '.wrangler');
    port = await freePorts();
    // A folder stands in the place of the first file that `npm run dev` writes, so its first attempt fails.
    await mkdir(join(dir, 'bindings.toml'), { recursive: true });
    for (const [at, step] of (LONG ? STEPS : ['Payments']).entries()) {
      dev = startDev(port, '.wrangler', root);
      if (at === 0) {
        await ready(dev, 'Databases and demo data: EISDIR');
        await rmdir(join(dir, 'bindings.toml'));
      }
      await ready(dev, step);
      // The platform fails once for the first campaign.
      if (step === 'Payments')
        await scriptAds(`http://127.0.0.1:${port + 3}`, 'meta', 'faults', {
          kind: 'fail_before',
          path: 'GET oauth/access_token',
        });
      await kill(dev);
    }
    if (LONG) await killAtMoments();
    dev = startDev(port, '.wrangler', root);
    await ready(dev);
    demo = (await readDemo(dir))!;
  }, 4 * READY_MS);

  afterAll(async () => {
    for (const one of busy) one.kill('SIGKILL');
    if (dev.child.exitCode === null && dev.child.signalCode === null) await interrupt(dev);
    await rm(join(root, '..'), { recursive: true, force: true });
  });

  /** Kills it some time after it began to change something, wherever it is then. */
  async function killAtMoments(): Promise<void> {
    let state = Number(process.env.SEED ?? 1);
    for (let n = 0; n < MOMENTS; n++) {
      state = (state * 48_271) % 2_147_483_647;
      dev = startDev(port, '.wrangler', root);
      await ready(dev, ' …');
      await pause(state % 20_000);
      await kill(dev);
    }
  }

  const received = async () =>
    (await (await fetch(`${demo.receiverUrl}/events`)).json()) as (Received & {
      event: { type: string; data: { submission?: string } };
    })[];

  const read = async (path: string, key = demo.keys.brand, as?: string) => {
    const headers = new Headers({ Authorization: `Bearer ${key}` });
    if (as) headers.set('Service-Account', as);
    const answer = await fetchLocal(demo.baseUrl + path, { headers });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const balanceOf = async (key: string, as?: string) =>
    ((await read('/v1/balance', key, as)) as { balances: unknown[] }).balances;

  it('told of the platform that failed, and tried again', () => {
    const told = dev.output().match(/^Campaigns: .*$/gm) ?? [];
    // It was killed meanwhile, perhaps before it could print anything.
    if (LONG) return;
    // On a busy machine it may have to wait once more after that.
    const [first, ...others] = told;
    expect(first).toMatch(/^Campaigns: meta was not connected.* Trying again in 1 s\.$/);
    for (const one of others) expect(one).toMatch(/^Campaigns: not live within 90 s /);
  });

  demoStates(() => demo, read, balanceOf);

  it('answers a wrong key and a wrong body so that one can help oneself', async () => {
    const wrong = await fetch(`${demo.baseUrl}/v1/account`, {
      headers: { Authorization: 'Bearer service_sk_wrong' },
    });
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject({
      error: { code: 'invalid_key', message: 'The API key is not valid.' },
    });
    const bad = await fetch(`${demo.baseUrl}/v1/conversions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demo.keys.brand}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Sales' }),
    });
    expect(bad.status).toBe(422);
    expect(await bad.json()).toMatchObject({
      error: { code: 'validation_failed', details: [{ path: '/eventName' }] },
    });
    const reads = await fetch(`${demo.baseUrl}/v1/conversions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demo.keys.brandRead}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(reads.status).toBe(403);
  });

  it('answers each command of the documents as they print it', async () => {
    const reader = new Reader(root, port, demo, { terminal: () => dev.output(), now: clock.now });
    try {
      const pages = await printedOn(root);
      for (const page of pages) await reader.follow(page);
      expect(reader.followed).toEqual(runOf(pages));
    } finally {
      reader.end();
    }
    expect(reader.followed.length).toBeGreaterThanOrEqual(30);
  });

  it('prints curl lines that work as they stand, and their webhook arrives signed', async () => {
    const lines = dev
      .output()
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('curl '));
    expect(lines.length).toBeGreaterThanOrEqual(5);
    for (const line of lines) {
      const { stdout } = await promisify(execFile)('sh', ['-c', line]);
      if (line.includes('/scheduled?')) {
        expect(stdout).toBe('ok');
        continue;
      }
      // The README had it approved.
      const approved = line.includes('"decision":"approve"');
      if (approved) expect(JSON.parse(stdout), line).toMatchObject({ error: { code: 'conflict' } });
      else expect(JSON.parse(stdout), line).toHaveProperty('data');
      if (line.includes('/events -d')) {
        const webhook = await until('conversion.recorded', PATIENCE_MS, async () =>
          (await received()).find(
            ({ event: { type, data } }) =>
              type === 'conversion.recorded' && data.submission === demo.submission,
          ),
        );
        expect(webhook).toMatchObject({
          verified: true,
          event: {
            account: demo.accounts.brand,
            data: { conversion: demo.conversion, submission: demo.submission },
          },
        });
      }
    }
    expect(dev.output()).toContain('webhook conversion.recorded (signature verified)');
    // The README withdrew 200.00 of what had been paid out, and the tour 50.00; the staff refunded what was
    // held.
    expect(await balanceOf(demo.keys.brand, demo.creators.added)).toMatchObject([
      { pending: 0, held: 0, paid: 46_000, withdrawable: 8_000 },
    ]);
  });

  it.runIf(inTurn(2))('serves the reference, offline, with the document it shows', async () => {
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      const outside: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(demo.baseUrl) && !request.url().startsWith('data:'))
          outside.push(request.url());
      });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      // A long list shows only what is in sight, so what is further down is opened by its address.
      await page.goto(`${demo.docsUrl}#/Pixels/createPixelEvent`);
      await page.locator('[data-path="/v1/pixels/{id}/events"]').waitFor({ timeout: 100_000 });
      expect(errors).toEqual([]);
      expect(outside).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it("turns a visit to the demo shop into a credited conversion and the brand's webhook", async () => {
    const before = (await received()).filter(({ event }) => event.type === 'conversion.recorded').length;
    const browser = await startBrowser();
    try {
      const page = await browser.newPage({ userAgent: PERSON });
      if (clock.AHEAD_MS > 0) await page.addInitScript(clock.IN_PAGES);
      const beacon = () =>
        page.waitForResponse((response) => response.url().endsWith('/e') && response.status() === 202);
      for (const path of [`/?service_id=${demo.submission}`, '/cart', '/checkout']) {
        const sent = beacon();
        await page.goto(demo.shopUrl + path);
        await sent;
      }
      await until('the purchase to be counted', PATIENCE_MS, async () => {
        const all = (await received()).filter(({ event }) => event.type === 'conversion.recorded');
        return all.length > before;
      });
      const newest = (await received()).find(({ event }) => event.type === 'conversion.recorded')!;
      expect(newest).toMatchObject({ event: { data: { submission: demo.submission } } });
    } finally {
      await browser.close();
    }
  });

  it('goes on in the same process when clients leave pages and hang up in bodies', async () => {
    const { group } = JSON.parse(await readFile(join(dir, 'process.json'), 'utf8')) as { group: number };
    await leavePages(port, 200);
    await cutBodies(port, 160);
    await cutBodies(port, 40, `Authorization: Bearer ${demo.keys.brand}\r\n`);
    expect(await read('/v1/account')).toMatchObject({ id: demo.accounts.brand });
    expect(JSON.parse(await readFile(join(dir, 'process.json'), 'utf8'))).toMatchObject({ group });
    expect(dev.output()).not.toContain('ended by itself');
  });

  it('goes on after a beacon that is beyond its limit', async () => {
    const { group } = JSON.parse(await readFile(join(dir, 'process.json'), 'utf8')) as { group: number };
    const beacon = await fetchLocal(`${demo.baseUrl}/px/${demo.pixel}/e`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', Origin: 'https://evil.example' },
      body: 'x'.repeat(1_500_000),
    });
    expect(beacon.status).toBe(204);
    expect(await read('/v1/account')).toMatchObject({ id: demo.accounts.brand });
    expect(JSON.parse(await readFile(join(dir, 'process.json'), 'utf8'))).toMatchObject({ group });
    expect(dev.output()).not.toContain('ended by itself');
  });

  it('starts its Workers again when they end by themselves, and says so', async () => {
    const { group } = JSON.parse(await readFile(join(dir, 'process.json'), 'utf8')) as { group: number };
    process.kill(-group, 'SIGKILL');
    await until('the Workers to be back', READY_MS, () =>
      dev.output().includes('The process of the service is back.'),
    );
    expect(dev.output()).toContain('The process of the service ended by itself. Starting it again');
    expect(await read('/v1/account')).toMatchObject({ id: demo.accounts.brand });
  });

  if (inTurn(1)) rebuilds(() => ({ root, dir, demo, dev }), read);

  it('refuses a second run on the same data, and says of a taken port what to do', async () => {
    const second = startDev(await freePorts(), '.wrangler', root);
    expect(await second.ended).not.toBe(0);
    expect(second.output()).toMatch(/These data are in use by process \d+: stop it, or give --state DIR\./);
    const third = startDev(port, '.wrangler/other', root);
    expect(await third.ended).not.toBe(0);
    expect(third.output()).toMatch(new RegExp(`Port ${port} .* is taken.* --port 9000 --state `));
    expect(third.output()).not.toContain('    at ');
    expect(await readDemo(dir)).toEqual(demo);
  });

  it('leaves nothing behind after Ctrl-C, and starts again on the same data', async () => {
    await interrupt(dev);
    for (const one of [port, port + 1, port + 2]) expect(await listens(one)).toBe(false);
    dev = startDev(port, '.wrangler', root);
    await ready(dev);
    expect(await readDemo(dir)).toEqual(demo);
    const events = await fetch(`${demo.baseUrl}/v1/events?limit=100`, {
      headers: { Authorization: `Bearer ${demo.keys.brand}` },
    });
    const { data } = (await events.json()) as { data: { type: string }[] };
    const types = data.map((event) => event.type);
    expect(types).toContain('conversion.recorded');
    // The seed's submission and those of the two posts, each once.
    expect(types.filter((type) => type === 'submission.live')).toHaveLength(3);
  });
});
