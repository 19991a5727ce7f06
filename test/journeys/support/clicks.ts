import type { Page } from 'playwright-core';

/** The texts of what is clicked in a window from now on. */
export async function clicksOn(page: Page): Promise<readonly string[]> {
  const clicks: string[] = [];
  await page.exposeFunction('countClick', (text: string) => void clicks.push(text));
  const counting =
    "addEventListener('click', ({ isTrusted, target }) => isTrusted && countClick(target.textContent.trim()), true)";
  await page.addInitScript(counting);
  await page.evaluate(counting);
  return clicks;
}
