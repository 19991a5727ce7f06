// A person's browser window that notes what goes wrong in it.
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { sessionCookie } from '../console.ts';
import type { DemoWorld } from '../whole-demo.ts';
import type { Role } from './find-forms.ts';

export interface WatchedWindow {
  page: Page;
  /** What went wrong since this was asked last. */
  troubles(): string[];
  /** The texts of what was downloaded since this was asked last. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

/** A busy machine takes some seconds to compare a password. */
const PATIENCE_MS = 30_000;

export async function openWindow(
  { browser, service, sessions }: DemoWorld,
  who: Role,
): Promise<WatchedWindow> {
  const { baseUrl } = service;
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  await context.addCookies([sessionCookie(baseUrl, sessions[who])]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && page.url().startsWith(baseUrl)) troubles.push(message.text());
  });
  const downloads: Download[] = [];
  page.on('download', (one) => downloads.push(one));
  return {
    page,
    troubles: () => troubles.splice(0),
    files: () =>
      Promise.all(downloads.splice(0).map(async (one) => await readFile(await one.path(), 'utf8'))),
    close: () => context.close(),
  };
}
