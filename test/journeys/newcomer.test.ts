// What somebody sees who follows the README: one command, the tour as it is printed, a mistake or two, the end.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Demo, readDemo } from '../../tools/demo/demo-file.ts';
import { fetchLocal } from '../../tools/demo/fetch-local.ts';
import type { Received } from '../../tools/demo/receiver.ts';
import * as clock from '../harness/clock.ts';
import { startBrowser } from './support/browser.ts';
import { type Dev, freePorts, interrupt, listens, READY_MS, ready, startDev, until } from './support/dev.ts';

/** A headless browser calls itself one, and then counts as a bot. */
const PERSON =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('npm run dev', () => {
  let dir: string;
  let port: number;
  let dev: Dev;
  let demo: Demo;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'newcomer-'));
    port = await freePorts();
    dev = startDev(port, dir);
    await ready(dev);
    demo = (await readDemo(dir))!;
  });

  afterAll(async () => {
    if (dev.child.exitCode === null) await interrupt(dev);
    await rm(dir, { recursive: true, force: true });
  });

  const received = async () =>
    (await (await fetch(`${demo.receiverUrl}/events`)).json()) as (Received & { event: { type: string } })[];

  const read = async (path: string, key = demo.keys.brand, as?: string) => {
    const headers = new Headers({ Authorization: `Bearer ${key}` });
    if (as) headers.set('Service-Account', as);
    const answer = await fetchLocal(demo.baseUrl + path, { headers });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const balanceOf = async (key: string, as?: string) =>
    ((await read('/v1/balance', key, as)) as { balances: unknown[] }).balances;

  it('has money in every state, and the books to it', async () => {
    const { brand, partner } = demo.keys;
    const { added, managed } = demo.creators;
    const { payments, payouts, withdrawals, retainers } = demo.money!;
    const states = {
      pendingApproval: 'pending_approval',
      processing: 'processing',
      succeeded: 'succeeded',
      disputed: 'disputed',
    };
    for (const [name, status] of Object.entries(states))
      expect(await read(`/v1/payments/${payments[name as keyof typeof payments]}`)).toMatchObject({ status });
    expect(await read('/v1/account')).toMatchObject({ paymentMethod: { status: 'active' } });
    expect(await read(`/v1/retainers/${retainers.active}`)).toMatchObject({ status: 'active' });
    expect(await read(`/v1/retainers/${retainers.offered}`)).toMatchObject({ status: 'offered' });

    // 250.00 paid out, of which 100.00 are at the bank and 30.00 on their way.
    expect(await balanceOf(brand, added)).toMatchObject([
      { currency: 'usd', available: 0, pending: 21_000, held: 15_000, paid: 25_000, withdrawable: 12_000 },
    ]);
    expect(await balanceOf(partner)).toMatchObject([{ withdrawable: 4_000 }]);
    // Nobody has set up payouts for this one: what it earned waits.
    expect(await balanceOf(partner, managed)).toMatchObject([{ available: 36_000, withdrawable: 0 }]);
    expect(await read('/v1/payouts', brand, added)).toMatchObject([{ id: payouts.added, status: 'paid' }]);
    expect(await read('/v1/payouts', partner)).toMatchObject([{ id: payouts.partner, status: 'paid' }]);
    const sent = await until('the second withdrawal to be sent', 20_000, async () => {
      const list = (await read('/v1/withdrawals', brand, added)) as { status: string }[];
      return list[0]?.status === 'in_transit' ? list : null;
    });
    expect(sent).toMatchObject([{ id: withdrawals.underWay }, { id: withdrawals.paid, status: 'paid' }]);
    for (const list of ['/v1/earnings', '/v1/balance/transactions'])
      expect(await read(list, brand, added)).not.toEqual([]);
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
      expect(JSON.parse(stdout), line).toHaveProperty('data');
      if (line.includes('/events -d')) {
        const webhook = await until('conversion.recorded', 20_000, async () =>
          (await received()).find(({ event }) => event.type === 'conversion.recorded'),
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
    // What was approved is charged and paid out, and 50.00 of it withdrawn.
    // On a busy machine the processor may answer too late for that minute: then the next one's cron goes on, as it would.
    const scheduled = new URL(lines.find((line) => line.includes('/scheduled?'))!.match(/http[^"' ]+/)![0]);
    let last: unknown;
    const balance = await until('the payout', 60_000, async () => {
      const [usd] = (await balanceOf(demo.keys.brand, demo.creators.added)) as { paid: number }[];
      last = usd;
      if (usd?.paid === 46_000) return usd;
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      scheduled.searchParams.set('time', `${Number(scheduled.searchParams.get('time')) + 60_000}`);
      await fetch(scheduled);
      return null;
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(last)}\n${dev.output().slice(-5_000)}`);
    });
    expect(balance).toMatchObject({ pending: 0, held: 15_000, paid: 46_000, withdrawable: 28_000 });
  });

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

  it('has every key, account and ID in the demo file', async () => {
    for (const [name, key] of Object.entries(demo.keys)) {
      const answer = await fetch(`${demo.baseUrl}/v1/account`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(answer.status, name).toBe(200);
    }
    const asPartner = async (target: string) =>
      (
        await fetch(`${demo.baseUrl}/v1/keys/current`, {
          headers: { Authorization: `Bearer ${demo.keys.partner}`, 'Service-Account': target },
        })
      ).status;
    expect(await asPartner(demo.accounts.client)).toBe(200);
    expect(await asPartner(demo.accounts.ended)).toBe(200);
    expect(await asPartner(demo.creators.managed)).toBe(200);
    expect(await asPartner(demo.accounts.brand)).toBe(403);
  });

  it("has creators' work in every state, with files that were processed and can be downloaded", async () => {
    const { programs, agreement, applications, submissions, files } = demo.work!;
    expect(await read(`/v1/programs/${programs.organic}`)).toMatchObject({
      type: 'organic',
      agreements: [agreement],
      pay: { rules: [{ type: 'per_video' }, { type: 'per_thousand_views' }] },
      image: { fileId: files.programImage, blurHash: expect.any(String) },
    });
    expect(await read(`/v1/programs/${programs.paidAds}`)).toMatchObject({
      type: 'paid_ads',
      visibility: 'network',
    });
    const states = {
      pending: { status: 'pending', agreementsRequired: false },
      invited: { status: 'pending', agreementsRequired: true },
      approved: { status: 'approved' },
      rejected: { status: 'rejected', removed: false },
      removed: { status: 'rejected', removed: true },
      withdrawn: { status: 'withdrawn' },
    };
    for (const [name, state] of Object.entries(states)) {
      const id = applications[name as keyof typeof applications];
      expect(await read(`/v1/applications/${id}`), name).toMatchObject(state);
    }
    const links: string[] = [];
    for (const [status, id] of Object.entries(submissions)) {
      const submission = (await read(`/v1/submissions/${id}`)) as { videoUrl: string };
      expect(submission).toMatchObject({ status, duration: expect.any(Number), format: expect.any(String) });
      links.push(submission.videoUrl);
    }
    expect(await read(`/v1/submissions/${submissions.revision}`)).toMatchObject({
      revisions: [{ note: expect.any(String), videoUrl: expect.any(String) }],
    });
    expect(await read(`/v1/submissions/${submissions.live}`)).toHaveProperty('url', expect.any(String));
    const pdf = (await read(`/v1/files/${files.agreement}`)) as { url: string };
    expect(pdf).toMatchObject({ pages: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    for (const link of [...links, pdf.url]) {
      const part = await fetch(link, { headers: { Range: 'bytes=0-99' } });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
    }
  });

  it('has a campaign live on each ad platform', async () => {
    const { campaigns, connections } = demo.ads!;
    expect(Object.keys(campaigns).sort()).toEqual(['google', 'meta', 'snapchat', 'tiktok']);
    for (const [platform, id] of Object.entries(campaigns))
      expect(await read(`/v1/campaigns/${id}`)).toMatchObject({
        ...{ status: 'live', platform, pendingChange: null },
        connection: connections[platform as keyof typeof connections],
      });
  });

  it('serves the reference, offline, with the document it shows', async () => {
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
      await page.goto(demo.docsUrl);
      await page.locator('[data-path="/v1/pixels/{id}/events"]').waitFor();
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
      await until('the purchase to be counted', 20_000, async () => {
        const all = (await received()).filter(({ event }) => event.type === 'conversion.recorded');
        return all.length > before;
      });
      const newest = (await received()).find(({ event }) => event.type === 'conversion.recorded')!;
      expect(newest).toMatchObject({ event: { data: { submission: demo.submission } } });
    } finally {
      await browser.close();
    }
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

  it('says clearly that a port is taken', async () => {
    const second = startDev(port, dir);
    expect(await second.ended).not.toBe(0);
    expect(second.output()).toMatch(new RegExp(`Port ${port} .* is taken`));
    expect(second.output()).not.toContain('    at ');
  });

  it('leaves nothing behind after Ctrl-C, and starts again on the same data', async () => {
    await interrupt(dev);
    for (const one of [port, port + 1, port + 2]) expect(await listens(one)).toBe(false);
    dev = startDev(port, dir);
    await ready(dev);
    expect(await readDemo(dir)).toEqual(demo);
    const events = await fetch(`${demo.baseUrl}/v1/events?limit=100`, {
      headers: { Authorization: `Bearer ${demo.keys.brand}` },
    });
    const { data } = (await events.json()) as { data: { type: string }[] };
    const types = data.map((event) => event.type);
    expect(types).toContain('conversion.recorded');
    expect(types.filter((type) => type === 'submission.live')).toHaveLength(1);
  });
});
