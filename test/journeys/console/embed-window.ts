// The window that a frame on a customer's site opens, in a real browser that blocks the cookies of others: whose frame
// it is, what comes back, and what other windows and scripts get of it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, sessionCookie } from '../support/console.ts';
import { type EmbedOptions, type EmbedVisit, listOrigin, visitEmbed } from '../support/embed-site.ts';
import { type Site, startSite } from '../support/site.ts';

export function embedWindow(world: () => ConsoleWorld): void {
  describe('the window of an embed', () => {
    let site: Site;
    let creator: string;

    beforeAll(async () => {
      site = await startSite();
      await listOrigin(world(), site);
      const { api, demo } = world().service;
      creator = demo.creators.independent;
      await api('POST', '/v1/programs', {
        name: 'Evening light',
        type: 'organic',
        status: 'live',
        visibility: 'network',
        pay: { rules: [{ type: 'per_video', amount: 1_240 }], currency: 'usd' },
      });
    });

    afterAll(() => site?.stop());

    const sessions: { id: string; clientSecret: string }[] = [];
    const newSecret =
      (component = 'programs', of = () => creator) =>
      async () => {
        const body = { component, creator: of(), origin: site.foreignOrigin };
        const { data } = await world().service.api('POST', '/v1/embeds', body);
        sessions.push(data);
        return data.clientSecret as string;
      };
    const open = (more: Partial<EmbedOptions> = {}): Promise<EmbedVisit> =>
      visitEmbed(world(), site, { secret: newSecret(more.component), ...more });
    const axeProblems = async (page: Pick<Page, 'evaluate'>): Promise<string[]> => {
      await page.evaluate(world().axe);
      return await page.evaluate<
        string[]
      >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
          .map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
    };
    /** The window that a button of the frame opens. */
    const windowOf = async (visit: EmbedVisit, act: () => Promise<unknown>): Promise<Page> => {
      const [opened] = await Promise.all([visit.page.context().waitForEvent('page'), act()]);
      await opened.waitForLoadState();
      return opened;
    };

    it('shows nothing before the person has signed in, and goes on as them by their yes, by keyboard alone', async () => {
      const visit = await open({ signedIn: world().sessions.creator });
      const frame = await visit.frame();
      await frame.getByRole('heading', { name: 'Sign in to go on' }).waitFor();
      await visit.until('AuthRequired');
      expect(await frame.getByText('Evening light').count()).toBe(0);
      expect(await axeProblems(frame)).toEqual([]);
      await frame.getByRole('button', { name: 'Sign in' }).focus();
      const own = await windowOf(visit, () => visit.page.keyboard.press('Enter'));
      expect(own.url()).toMatch(/\/embed\/window\/emb_\w+\?lang=en$/);
      const host = new URL(site.foreignOrigin).host;
      await own.getByRole('heading', { name: `Let ${host} go on as you?` }).waitFor();
      await own.getByRole('button', { name: 'Yes, go on', disabled: false }).waitFor();
      expect(await axeProblems(own)).toEqual([]);
      await own.getByRole('button', { name: 'Yes, go on' }).focus();
      await Promise.all([own.waitForEvent('close'), own.keyboard.press('Enter')]);
      await frame.getByRole('heading', { name: 'Your programs' }).waitFor();
      await frame.getByRole('button', { name: 'Details of Evening light' }).click();
      await frame.getByRole('button', { name: 'Apply' }).click();
      await frame.getByRole('status').getByText('Your application was sent.').waitFor();
      expect(await axeProblems(frame)).toEqual([]);
      expect(visit.errors).toEqual([]);

      const { clientSecret } = sessions.at(-1)!;
      const kept = await frame.evaluate<string>(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.documentElement.outerHTML])',
      );
      const around = await visit.page.evaluate<string>(
        'document.documentElement.outerHTML + location.href + JSON.stringify(window.heard)',
      );
      const addresses = visit.sent.map(({ url, referer }) => `${url} ${referer ?? ''}`).join(' ');
      for (const text of [kept, around, addresses, world().service.log.join('\n')]) {
        expect(text).not.toContain(clientSecret.slice(-49));
        expect(text).not.toMatch(/service_[fp]t_/);
      }
      // Signing out elsewhere ends it with the next call.
      await visit.page.context().clearCookies();
      await visit.close();
    });

    it('lets somebody new join: signs up there, takes the profile over, and does what is left in the frame', async () => {
      const { api, baseUrl } = world().service;
      const email = `${crypto.randomUUID()}@mail.example`;
      const { id } = (await api('POST', '/v1/creators', { email, name: 'Mia' })).data;
      const secret = newSecret('onboarding', () => id);
      const visit = await visitEmbed(world(), site, { secret, component: 'onboarding' });
      const frame = await visit.frame();
      await frame.getByRole('heading', { name: 'Before you start' }).waitFor();
      expect(await axeProblems(frame)).toEqual([]);
      const own = await windowOf(visit, () =>
        frame.getByRole('button', { name: 'Sign in or create an account' }).click(),
      );
      await own.getByRole('link', { name: 'Create an account' }).click();
      await own.getByLabel('Your name').fill('Mia');
      await own.getByLabel('Email address').fill(email);
      await own.getByLabel('Password').fill('correct horse battery');
      expect(await axeProblems(own)).toEqual([]);
      await own.getByRole('button', { name: 'Create account' }).click();
      await own.getByRole('heading', { name: 'Check your inbox' }).waitFor();
      const mail = await visit.page.context().newPage();
      await mail.goto(`${baseUrl}/mail`);
      await mail
        .getByRole('link', { name: /verify\?token=/ })
        .first()
        .click();
      await mail.getByLabel('Password').fill('correct horse battery');
      await mail.getByRole('button', { name: 'Confirm address' }).click();
      await mail.getByText('Your address is confirmed').waitFor();
      await mail.close();
      await own.getByRole('link', { name: 'I have confirmed my address' }).click();
      await own.getByLabel('Email address').fill(email);
      await own.getByLabel('Password').fill('correct horse battery');
      await own.getByRole('button', { name: 'Sign in' }).click();
      await own.getByRole('heading', { name: 'Is this you?' }).waitFor();
      expect(await axeProblems(own)).toEqual([]);
      await own.getByRole('button', { name: 'Claim profile' }).click();
      await own.getByRole('button', { name: 'Yes, go on', disabled: false }).waitFor();
      await Promise.all([own.waitForEvent('close'), own.getByRole('button', { name: 'Yes, go on' }).click()]);
      await frame
        .getByRole('button', { name: 'Sign in or create an account' })
        .waitFor({ state: 'detached' });
      await frame.getByLabel('Handle').fill(`mia-${id.slice(-8)}`);
      await frame.getByLabel('About you').fill('Coffee, mostly.');
      await frame.getByRole('button', { name: 'Save' }).click();
      await frame.getByText('Your profile is saved.').waitFor();
      expect(await visit.until('Submitted')).toEqual({ kind: 'profile', id });
      expect((await visit.heard()).some(({ name }) => name === 'Completed')).toBe(false);
      await frame.getByRole('button', { name: 'Set up payouts' }).waitFor();
      expect(await axeProblems(frame)).toEqual([]);
      expect(visit.errors).toEqual([]);
      expect((await api('GET', `/v1/creators/${id}`)).data.bio).toBe('Coffee, mostly.');
      await visit.close();
    });

    it('gives a window that the site itself opens nothing, and takes nothing from it', async () => {
      const visit = await open({ signedIn: world().sessions.creator });
      await (await visit.frame()).getByRole('heading', { name: 'Sign in to go on' }).waitFor();
      const { id } = sessions.at(-1)!;
      const { baseUrl } = world().service;
      const own = await windowOf(visit, () =>
        visit.page.evaluate(`(() => {
          window.stolen = [];
          addEventListener('message', ({ data, origin }) => window.stolen.push([data, origin]));
          window.own = window.open('${baseUrl}/embed/window/${id}?lang=en');
          setInterval(() => own.postMessage({ type: 'service-window-connect', session: '${id}', challenge: '0'.repeat(64) }, '*'), 50);
        })()`),
      );
      await own.getByRole('heading', { name: 'Go back to the site' }).waitFor();
      expect(await own.locator('button[data-waits]').isDisabled()).toBe(true);
      expect(await own.locator('input[name="challenge"]').inputValue()).toBe('');
      const windows = await visit.page.evaluate<[{ type?: string }, string][]>('window.stolen');
      expect(windows.filter(([data]) => data?.type?.startsWith('service-window'))).toEqual([]);
      // Nor does a frame believe a page around it that plays the window.
      await visit.page.evaluate(`document.querySelector('#embed iframe').contentWindow.postMessage(
        { type: 'service-window-code', code: 'a'.repeat(43) }, '*')`);
      await own.close();
      await visit.close();
    });

    it('shows a stranger nothing, and goes on after the right person has signed in there', async () => {
      const visit = await open({ signedIn: world().sessions.owner, look: { phone: true } });
      const frame = await visit.frame();
      const press = () => frame.getByRole('button', { name: 'Sign in' }).click();
      const own = await windowOf(visit, press);
      await own.getByRole('heading', { name: 'This profile belongs to somebody else' }).waitFor();
      expect(await own.content()).not.toContain(creator);
      expect(await axeProblems(own)).toEqual([]);
      await visit.page.context().clearCookies();
      await visit.page
        .context()
        .addCookies([sessionCookie(world().service.baseUrl, world().sessions.creator)]);
      await own.reload();
      await own.getByRole('button', { name: 'Yes, go on', disabled: false }).click();
      await frame.getByRole('heading', { name: 'Your programs' }).waitFor();
      await visit.close();
    });

    it('says what to do where windows are blocked or do not come back, in German too', async () => {
      const visit = await open({
        signedIn: world().sessions.creator,
        look: { phone: true, dark: true },
        options: { locale: 'de' },
      });
      const frame = await visit.frame();
      await frame.evaluate('window.open = () => null');
      await frame.getByRole('button', { name: 'Anmelden' }).click();
      await frame.getByText('Dein Browser hat das Fenster blockiert.').waitFor();
      expect(await axeProblems(frame)).toEqual([]);
      const own = await windowOf(visit, () => frame.getByRole('link', { name: 'Öffne es' }).click());
      const allow = own.getByRole('button', { name: 'Ja, weitermachen', disabled: false });
      await allow.waitFor();
      expect([await axeProblems(own), await own.evaluate('document.documentElement.lang')]).toEqual([
        [],
        'de',
      ]);
      await allow.click();
      await frame.getByRole('heading', { name: 'Deine Programme' }).waitFor();
      await visit.close();

      const inApp = await open({ agent: 'Mozilla/5.0 (iPhone) Instagram 300.0' });
      const small = await inApp.frame();
      await small.getByText('You are in the browser of an app').waitFor();
      expect(await small.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe('/app');
      expect(await small.getByRole('button').count()).toBe(0);
      await inApp.close();
    });
  });
}
