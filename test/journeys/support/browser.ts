import chromium from '@sparticuz/chromium';
import { type Browser as Chromium, chromium as playwright } from 'playwright-core';
import { noteForms } from './clicked.ts';
import { built } from './workers.ts';

/** What a file does with the Chromium of its process. Nothing of a context is seen in another. */
export interface Browser extends Pick<Chromium, 'newContext' | 'newPage'> {
  /** Each kind of form that its contexts have sent. */
  clicked: ReadonlySet<string>;
  /** Closes what was opened by these two. */
  close(): Promise<void>;
}

let shared: Promise<Chromium> | undefined;

/**
 * A real headless Chromium, with web security as visitors have it. It starts once for all files of this process, and ends
 * with it.
 */
export async function startBrowser(): Promise<Browser> {
  // One that did not start, or has crashed, must not stop the files that follow.
  if (!(await shared?.catch(() => null))?.isConnected()) shared = launch();
  const browser = await shared!;
  const clicked = new Set<string>();
  const opened: { close(): Promise<void> }[] = [];
  const noted = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const one = await opening;
    opened.push(one);
    return one;
  };
  return {
    newContext: async (options) => {
      const context = await noted(browser.newContext(options));
      noteForms(context, clicked);
      return context;
    },
    newPage: (options) => noted(browser.newPage(options)),
    clicked,
    close: async () => {
      await Promise.all(opened.splice(0).map((one) => one.close()));
    },
  };
}

async function launch(): Promise<Chromium> {
  await built();
  // The package's own arguments turn off same-origin checks, which these tests depend on.
  return await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}
