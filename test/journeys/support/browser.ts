import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { built } from './workers.ts';

/** A real headless Chromium, with web security as visitors have it. */
export async function startBrowser(): Promise<Browser> {
  await built();
  // The package's own arguments turn off same-origin checks, which these tests depend on.
  return await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
