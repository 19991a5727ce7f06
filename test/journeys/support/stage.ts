// A customer's site, the service and a real browser, with what a journey needs from them.

import { randomUUID } from 'node:crypto';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import * as clock from '../../harness/clock.ts';
import { type Browser, startBrowser } from './browser.ts';
import { type RunningService, startService } from './service.ts';
import { pageWith, type Site, startSite } from './site.ts';

const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

export interface PixelRecord {
  id: string;
  snippet: string;
  firstParty: { path: string; target: string; snippet: string };
  status: string;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** What the script sent, newest last. */
  sent: { body: Record<string, unknown>; status: number }[];
  /** Uncaught errors, failed loads and console errors: everything that the page's owner would see. */
  trouble: string[];
  go(path: string): Promise<void>;
}

export interface Stage {
  service: RunningService;
  site: Site;
  /** A pixel of the demo's brand on the site. */
  newPixel(): Promise<PixelRecord>;
  /** A visitor who has never been here. */
  visitor(options?: BrowserContextOptions & { origin?: string }): Promise<Visit>;
  /** The pixel's events once there are `count` of them, oldest first. */
  stored(pixel: PixelRecord, count: number): Promise<Record<string, unknown>[]>;
  /** Fails if any event of `pixel` is stored, after waiting until an event that was sent later is. */
  nothingStored(pixel: PixelRecord): Promise<void>;
  stop(): Promise<void>;
}

/** Uses `port` for the service. */
export async function setStage(port: number): Promise<Stage> {
  const site = await startSite();
  const [service, browser] = await Promise.all([startService(port), startBrowser()]);
  const newPixel = async (): Promise<PixelRecord> => {
    const input = { name: randomUUID(), domains: [site.origin] };
    return (await service.api('POST', '/v1/pixels', input)).data;
  };
  const visitor = (options: BrowserContextOptions & { origin?: string } = {}) =>
    visit(browser, { origin: site.origin, ...options });
  const stored = async (pixel: PixelRecord, count: number) => {
    let events: Record<string, unknown>[] = [];
    await until(async () => {
      events = (await service.api('GET', `/v1/pixel-events?pixel=${pixel.id}&limit=100`)).data;
      return events.length >= count;
    }, `${count} events`);
    expect(events).toHaveLength(count);
    return events.reverse();
  };
  return {
    service,
    site,
    newPixel,
    visitor,
    stored,
    nothingStored: async (pixel) => {
      const later = await newPixel();
      site.put('/later', pageWith(later.snippet));
      const person = await visitor();
      await person.go('/later');
      await stored(later, 1);
      await person.context.close();
      expect((await service.api('GET', `/v1/pixel-events?pixel=${pixel.id}`)).data).toEqual([]);
    },
    stop: async () => {
      await browser.close();
      await service.stop();
      await site.stop();
    },
  };
}

async function visit(
  browser: Browser,
  { origin, ...options }: BrowserContextOptions & { origin: string },
): Promise<Visit> {
  // The browser's own name reveals that it is headless, so it would count as a bot.
  const context = await browser.newContext({ userAgent: PERSON, ...options });
  if (clock.AHEAD_MS > 0) await context.addInitScript(clock.IN_PAGES);
  const page = await context.newPage();
  const visit: Visit = {
    page,
    context,
    sent: [],
    trouble: [],
    go: async (path) => {
      const arrived = visit.sent.length;
      // What a page still loads when the next one is opened would be counted as failed.
      await page.goto(origin + path, { waitUntil: 'networkidle' });
      await until(async () => visit.sent.length > arrived, `an event from ${path}`);
    },
  };
  page.on('pageerror', (error) => visit.trouble.push(String(error)));
  page.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    // A script that was still on its way when the visitor went on to the next page.
    if (errorText === 'net::ERR_ABORTED' && request.resourceType() === 'script') return;
    visit.trouble.push(`${errorText} ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') visit.trouble.push(message.text());
  });
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/e')) {
      visit.sent.push({ body: JSON.parse(request.postData()!), status: response.status() });
    }
  });
  return visit;
}

export async function until(check: () => Promise<boolean>, what: string): Promise<void> {
  const end = clock.now() + 20_000;
  while (!(await check())) {
    if (clock.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Calls the pixel as a page would. Code for the page is given as text, because it has the browser's types and
 * not Node's.
 */
export const track = (page: Page, ...command: unknown[]) =>
  page.evaluate(`service(${command.map((part) => JSON.stringify(part)).join(', ')})`);

export const cookieOf = async (visit: Visit) => {
  const cookie = (await visit.context.cookies()).find(({ name }) => name === '_service');
  const expires = (cookie?.expires ?? 0) + clock.AHEAD_MS / 1000;
  return cookie && { ...cookie, expires, memory: JSON.parse(decodeURIComponent(cookie.value)) };
};

/** When the visitor refused; undefined without a refusal. */
export const noOf = async (visit: Visit) =>
  (await visit.context.cookies()).find(({ name }) => name === '_service_no')?.value;
