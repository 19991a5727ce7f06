import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';
import { built } from './workers.ts';

/** A real Chromium without a window, with its web security as visitors have it. */
export async function startBrowser(): Promise<Browser> {
  await built();
  // The package's own arguments switch same-origin checks off; what is tested here depends on them.
  return await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
