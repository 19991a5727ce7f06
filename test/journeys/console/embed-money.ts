// A creator's money on a customer's site: payouts are set up at the processor and a withdrawal is confirmed, both in
// our window, whatever the page around the frame does.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCron } from '../../../tools/demo/crons.ts';
import { submitPage } from '../../../tools/demo/processor-page.ts';
import * as clock from '../../harness/clock.ts';
import { PATIENCE } from '../../harness/patience.ts';
import { type ConsoleWorld, CREATOR_PASSWORD } from '../support/console.ts';
import { allowOrigin, inOrderInEachLook, secretFor, windowOf } from '../support/embed-scene.ts';
import { visitEmbed } from '../support/embed-site.ts';
import { type Site, startSite } from '../support/site.ts';

/** The test mode's card whose money is available for payouts at once. */
const CARD = 'pm_card_bypassPending';

export function embedMoneyPages(world: () => ConsoleWorld): void {
  describe("a creator's money in an embed", () => {
    let site: Site;
    let creator: string;

    beforeAll(async () => {
      site = await startSite();
      await allowOrigin(world(), site.foreignOrigin);
      const { api, demo } = world().service;
      creator = demo.creators.independent;
      await submitPage((await api('POST', '/v1/connections', { provider: 'card' })).data.url, { card: CARD });
    });

    afterAll(() => site?.stop());

    /** The component after its person's yes in the window, by keyboard alone. */
    const asPerson = async (component: string) => {
      const secret = secretFor(world(), site.foreignOrigin, { creator, component });
      const visit = await visitEmbed(world(), site, { component, secret, signedIn: world().earlier });
      const frame = await visit.frame();
      await frame.getByRole('button', { name: 'Sign in' }).focus();
      const own = await windowOf(visit, () => visit.page.keyboard.press('Enter'));
      await own.getByRole('button', { name: 'Continue', disabled: false }).focus();
      await Promise.all([own.waitForEvent('close'), own.keyboard.press('Enter')]);
      await frame.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' });
      return { visit, frame };
    };
    /** Types the password into the window, and presses its button with a key. */
    const confirm = async (own: Page, name: string, password: string) => {
      await own.getByLabel('Confirm with your password').focus();
      await own.keyboard.type(password);
      await own.getByRole('button', { name, disabled: false }).focus();
      await own.keyboard.press('Enter');
    };
    const overview = async (): Promise<string> => {
      const { baseUrl } = world().service;
      const headers = { Cookie: `__Host-session=${world().sessions.creator}` };
      return await (await fetch(`${baseUrl}/app/${creator}/`, { headers })).text();
    };
    const balanceOf = (page: string) => /Available to withdraw[^$]*(\$[\d.]+)/.exec(page)?.[1];

    it('is led to the bank in the window, with the password, by way of the processor', async () => {
      const { visit, frame } = await asPerson('onboarding');
      await frame.getByRole('heading', { name: 'Before you start' }).waitFor();
      await inOrderInEachLook(world(), { page: visit.page, frame });
      await frame.getByRole('button', { name: 'Set up payouts' }).focus();
      const own = await windowOf(visit, () => visit.page.keyboard.press('Enter'));
      await own.getByLabel('Country of your bank account').selectOption('US');
      await inOrderInEachLook(world(), { page: own });
      await confirm(own, 'Continue to payment processor', 'wrong');
      await own.getByText('This is not your password.').first().waitFor();
      expect(await own.getByLabel('Country of your bank account').inputValue()).toBe('US');
      await confirm(own, 'Continue to payment processor', CREATOR_PASSWORD);
      await own.getByRole('button', { name: 'Submit' }).click();
      await own.waitForEvent('close');
      await frame.getByRole('button', { name: 'Set up payouts' }).waitFor({ state: 'detached' });
      expect(visit.errors).toEqual([]);
      await visit.close();
    });

    it('moves once, by what is confirmed in the window alone', async () => {
      const { baseUrl } = world().service;
      await vi.waitUntil(async () => {
        await runCron(baseUrl, '* * * * *', clock.now());
        return balanceOf(await overview()) === '$120.00';
      }, PATIENCE);
      const { visit, frame } = await asPerson('earnings');
      await frame.getByText('Available to withdraw').waitFor();
      await inOrderInEachLook(world(), { page: visit.page, frame });
      await frame.getByRole('button', { name: 'Why this amount $120.00' }).click();
      await frame.getByRole('heading', { level: 3, name: 'The payment' }).first().waitFor();
      await inOrderInEachLook(world(), { page: visit.page, frame });
      await frame.getByRole('button', { name: 'All earnings' }).click();
      const amount = frame.getByLabel('Amount in USD');
      await amount.fill('120.01');
      expect(await frame.getByRole('button', { name: 'Withdraw money' }).count()).toBe(0);
      await amount.fill('12.40');
      const button = frame.getByRole('button', { name: 'Withdraw money' });

      // The page shows something else where the frame is, so that people press its button unknowingly.
      const box = (await button.boundingBox())!;
      await visit.page.evaluate("document.querySelector('#embed').style.opacity = '0'");
      for (let press = 0; press < 3; press++) {
        const opened = await windowOf(visit, () => visit.page.mouse.dblclick(box.x + 9, box.y + 9));
        await opened.getByRole('heading', { name: 'Withdraw $12.40' }).waitFor();
        await opened.keyboard.press('Enter');
        for (const one of visit.page.context().pages()) if (one !== visit.page) await one.close();
      }
      expect(balanceOf(await overview())).toBe('$120.00');
      await visit.page.evaluate("document.querySelector('#embed').style.opacity = ''");
      visit.errors.length = 0;

      const own = await windowOf(visit, () => button.press('Enter'));
      await own.getByRole('heading', { name: 'Withdraw $12.40' }).waitFor();
      await inOrderInEachLook(world(), { page: own });
      // The password was given on the way to the bank, less than ten minutes ago.
      expect(await own.getByLabel('Confirm with your password').count()).toBe(0);
      const sure = own.getByRole('button', { name: 'Withdraw $12.40', disabled: false });
      await Promise.all([own.waitForEvent('close'), sure.dblclick()]);
      await frame.getByRole('heading', { level: 3, name: '$12.40' }).waitFor();
      expect(await frame.getByRole('heading', { level: 3, name: '$12.40' }).count()).toBe(1);
      expect(balanceOf(await overview())).toBe('$107.60');

      // Signed out with us, the open frame asks again, and says so.
      const console = await visit.page.context().newPage();
      await console.goto(`${baseUrl}/sign-out`);
      await console.getByRole('button', { name: 'Sign out' }).click();
      await console.waitForURL(/sign-in/);
      // A frame that reads again by itself notices before anything is clicked.
      const asked = frame.getByRole('heading', { name: 'Sign in to continue' });
      const why = frame.getByRole('button', { name: 'Why this amount $120.00' });
      await Promise.any([why.click(), asked.waitFor()]);
      await asked.waitFor();
      expect(await visit.until('AuthRequired')).toEqual({});
      await visit.close();
    });
  });
}
