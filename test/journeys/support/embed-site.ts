// A customer's site that shows an embed: a page with a strict policy, in a browser that keeps no cookies of
// others.
import type { Frame, Page } from 'playwright-core';
import { vi } from 'vitest';
import { PATIENCE } from '../../harness/patience.ts';
import { type ConsoleWorld, type Look, sessionCookie } from './console.ts';
import type { Site } from './site.ts';

/** What happened on the customer's page, as its handlers heard it. */
export interface Heard {
  name: string;
  event: { reason?: string; kind?: string; id?: string; ignored?: string[]; height?: number };
}

export interface EmbedVisit {
  page: Page;
  /** The frame, once it has said that it is ready. */
  frame(): Promise<Frame>;
  heard(): Promise<Heard[]>;
  /** Waits for an event of this name. */
  until(name: string): Promise<Heard['event']>;
  /** All requests of the page and the frame: their addresses, and the Referer that they had. */
  sent: { url: string; referer: string | undefined }[];
  /** Errors of the browser's console. */
  errors: string[];
  close(): Promise<void>;
}

export interface EmbedOptions {
  /** The path of the page on the site, or its whole address. */
  at?: string;
  look?: Look;
  component?: string;
  /** Options of Service.mount besides component and fetchClientSecret, as JSON. */
  options?: Record<string, unknown>;
  /** More HTML in the page. */
  body?: string;
  /** The session of the person who is signed in with us in this browser. */
  signedIn?: string;
  /** The User-Agent of the browser. */
  agent?: string;
  /** Whether time is moved by the test. */
  clock?: boolean;
  secret: () => Promise<string>;
}

const EVENTS = ['Ready', 'Resized', 'AuthRequired', 'Submitted', 'Completed', 'Ended', 'LoadError'];

let pages = 0;

/** Opens a page of the site that mounts the component. */
export async function visitEmbed(
  world: ConsoleWorld,
  site: Site,
  {
    at,
    component = 'programs',
    look = {},
    options = {},
    body = '',
    clock,
    signedIn,
    agent,
    secret,
  }: EmbedOptions,
): Promise<EmbedVisit> {
  const { baseUrl } = world.service;
  const number = ++pages;
  const path = `/embed-${number}`;
  const policy = `default-src 'none'; script-src 'self' ${baseUrl}; frame-src ${baseUrl} ${site.origin}; style-src 'self'; connect-src 'self'; img-src data:`;
  const handlers = EVENTS.map((name) => `on${name}: (event) => heard.push({ name: '${name}', event })`);
  site.put(`/mount-${number}.js`, {
    html: `const heard = window.heard = [];
      window.mounted = Service.mount(document.querySelector('#embed'), { component: '${component}',
        fetchClientSecret: () => window.newSecret(), ${handlers.join(', ')}, ...${JSON.stringify(options)} });`,
    headers: { 'Content-Type': 'text/javascript' },
  });
  site.put(path, {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>
      <script src="${baseUrl}/embed/v1.js" crossorigin="anonymous"></script></head>
      <body><h1>Shop</h1><div id="embed"></div>${body}<script src="/mount-${number}.js"></script></body></html>`,
    headers: {
      'Content-Security-Policy': policy,
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  });
  const context = await world.browser.newContext({
    viewport: look.phone ? { width: 375, height: 812 } : { width: 1000, height: 900 },
    colorScheme: look.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    ...(agent !== undefined && { userAgent: agent }),
  });
  if (signedIn !== undefined) await context.addCookies([sessionCookie(baseUrl, signedIn)]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  // The Chromium of these tests asks for more than the types of Playwright know.
  const blocked = {
    enableThirdPartyCookieRestriction: true,
    disableThirdPartyCookieMetadata: true,
    disableThirdPartyCookieHeuristics: true,
  };
  await session.send('Network.setCookieControls', blocked);
  if (clock) await page.clock.install();
  const sent: EmbedVisit['sent'] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    sent.push({ url: request.url(), referer: request.headers().referer });
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.exposeFunction('newSecret', secret);
  await page.goto(at ?? `${site.foreignOrigin}${path}`);
  const heard = () => page.evaluate<Heard[]>('window.heard');
  const until = async (name: string) => {
    const found = async () => (await heard()).findLast((one) => one.name === name)?.event ?? null;
    // The page's policy forbids Playwright's own waiting, which evaluates texts.
    return await vi.waitUntil(found, PATIENCE);
  };
  return {
    page,
    heard,
    until,
    sent,
    errors,
    frame: async () => {
      await until('Ready');
      return page.frames().find((one) => one.url().includes('/embed/frame/'))!;
    },
    close: () => context.close(),
  };
}
