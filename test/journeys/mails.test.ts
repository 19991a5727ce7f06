// Mails as a mail program shows them: on the narrowest phone, by day and by night.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailHtml } from '../../src/domains/accounts/mails/mail-html.ts';
import { filledMail, mails, VARS } from '../harness/people/filled-mails.ts';
import { type Browser, startBrowser } from './support/browser.ts';

let browser: Browser;
let axe: string;

beforeAll(async () => {
  [browser, axe] = await Promise.all([
    startBrowser(),
    readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  ]);
});
afterAll(() => browser.close());

it.each(['light', 'dark'] as const)(
  'are read at 320 px without scrolling sideways, in %s',
  async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 }, colorScheme });
    for (const [name, mail] of mails) {
      await page.setContent(
        mailHtml(VARS.SERVICE_NAME, filledMail(mail, `Fern and Field ${'W'.repeat(40)}`)),
      );
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(320);
      await page.evaluate(axe);
      const problems = await page.evaluate(
        "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
      );
      expect(problems, name).toEqual([]);
    }
    await page.close();
  },
);
