// The window that a frame on a customer's site opens, in a real browser that blocks the cookies of others: whose frame
// it is, what comes back, and what other windows and scripts get of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, EMBED_AGREEMENT, sessionCookie } from '../support/console.ts';
import {
  allowOrigin,
  axeProblems,
  type BegunSession,
  inOrderInEachLook,
  keptIn,
  NOTHING_STORED,
  secretFor,
  windowOf,
} from '../support/embed-scene.ts';
import { type EmbedOptions, type EmbedVisit, visitEmbed } from '../support/embed-site.ts';
import { type Site, startSite } from '../support/site.ts';

export function embedWindow(world: () => ConsoleWorld): void {
  describe('the window of an embed', () => {
    let site: Site;
    let creator: string;
    let program: string;

    beforeAll(async () => {
      site = await startSite();
      await allowOrigin(world(), site.foreignOrigin);
      const { api, demo } = world().service;
      creator = demo.creators.independent;
      const made = await api('POST', '/v1/programs', {
        name: 'Evening light',
        type: 'organic',
        status: 'live',
        visibility: 'network',
        agreements: [EMBED_AGREEMENT],
        pay: { rules: [{ type: 'per_video', amount: 1_240 }], currency: 'usd' },
      });
      program = made.data.id;
    });

    afterAll(() => site?.stop());

    const sessions: BegunSession[] = [];
    const newSecret = (component = 'programs', of = creator) =>
      secretFor(world(), site.foreignOrigin, { creator: of, component }, sessions);
    const open = (more: Partial<EmbedOptions> = {}): Promise<EmbedVisit> =>
      visitEmbed(world(), site, { secret: newSecret(more.component), ...more });

    it('shows nothing before the person has signed in, and goes on as them by their yes, by keyboard alone', async () => {
      const visit = await open({ signedIn: world().sessions.creator });
      const frame = await visit.frame();
      await frame.getByRole('heading', { name: 'Sign in to continue' }).waitFor();
      await visit.until('AuthRequired');
      expect(await frame.getByText('Evening light').count()).toBe(0);
      expect(await axeProblems(world(), frame)).toEqual([]);
      await frame.getByRole('button', { name: 'Sign in' }).focus();
      const own = await windowOf(visit, () => visit.page.keyboard.press('Enter'));
      expect(own.url()).toMatch(/\/embed\/window\/emb_\w+\?lang=en$/);
      const host = new URL(site.foreignOrigin).host;
      await own.getByRole('heading', { name: new RegExp(`^Continue as .+ on ${host}$`) }).waitFor();
      await own.getByRole('button', { name: 'Continue', disabled: false }).waitFor();
      expect(await axeProblems(world(), own)).toEqual([]);
      await own.getByRole('button', { name: 'Continue' }).focus();
      await Promise.all([own.waitForEvent('close'), own.keyboard.press('Enter')]);
      await frame.getByRole('heading', { name: 'Your programs' }).waitFor();
      await frame.getByRole('button', { name: 'View details of Evening light' }).click();
      await frame.getByRole('button', { name: 'Apply' }).click();
      await frame.getByRole('status').getByText('Your application was sent.').waitFor();
      expect(await axeProblems(world(), frame)).toEqual([]);
      expect(visit.errors).toEqual([]);

      const { clientSecret } = sessions.at(-1)!;
      // The window's own storage is not the frame's: another page of ours reads what it left.
      const later = await visit.page.context().newPage();
      await later.goto(own.url());
      const kept = [await keptIn(frame), await keptIn(visit.page), await keptIn(later)];
      expect(kept.map(({ stores }) => stores)).toEqual(kept.map(() => NOTHING_STORED));
      const heard = JSON.stringify(await visit.heard());
      const addresses = visit.sent.map(({ url, referer }) => `${url} ${referer ?? ''}`).join(' ');
      for (const text of [
        ...kept.map(({ entries }) => entries),
        heard,
        addresses,
        world().service.log.join('\n'),
      ]) {
        expect(text).not.toContain(clientSecret.slice(-49));
        expect(text).not.toMatch(/service_[fp]t_/);
      }
      await visit.close();
    });

    it('lets somebody new join: signs up there, takes the profile over, and does what is left in the frame', async () => {
      const { api, baseUrl } = world().service;
      const email = `${crypto.randomUUID()}@mail.example`;
      const { id } = (await api('POST', '/v1/creators', { email, name: 'Mia' })).data;
      await api('POST', '/v1/applications', { program, creator: id });
      const before = await visitEmbed(world(), site, { secret: newSecret('programs', id) });
      await (await before.frame()).getByRole('heading', { name: 'Your programs' }).waitFor();
      const secret = newSecret('onboarding', id);
      const visit = await visitEmbed(world(), site, {
        secret,
        component: 'onboarding',
        look: { phone: true },
      });
      const frame = await visit.frame();
      await frame.getByRole('heading', { name: 'Before you start' }).waitFor();
      await inOrderInEachLook(world(), { page: visit.page, frame });
      const press = async (name: string) => {
        await frame.getByRole('button', { name, disabled: false }).focus();
        await visit.page.keyboard.press('Enter');
      };
      const own = await windowOf(visit, () => press('Sign in or create an account'));
      await own.getByRole('link', { name: 'Create an account' }).click();
      await own.getByLabel('Your name').fill('Mia');
      await own.getByLabel('Email address').fill(email);
      await own.getByLabel('Password').fill('correct horse battery');
      expect(await axeProblems(world(), own)).toEqual([]);
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
      await own.getByRole('heading', { name: 'Claim your profile' }).waitFor();
      expect(await axeProblems(world(), own)).toEqual([]);
      await own.getByRole('button', { name: 'Claim profile' }).click();
      await own.getByRole('button', { name: 'Continue', disabled: false }).waitFor();
      await Promise.all([own.waitForEvent('close'), own.getByRole('button', { name: 'Continue' }).click()]);
      await frame
        .getByRole('button', { name: 'Sign in or create an account' })
        .waitFor({ state: 'detached' });
      await frame.getByLabel('Handle').focus();
      await visit.page.keyboard.type(`mia-${id.slice(-8)}`);
      await frame.getByLabel('About you').focus();
      await visit.page.keyboard.type('Coffee, mostly.');
      await press('Save');
      await frame.getByText('Your profile is saved.').waitFor();
      expect(await visit.until('Submitted')).toEqual({ kind: 'profile', id });
      // Once a window is closed, the frame reads again what may have changed. What is pressed meanwhile is not lost.
      const payouts = await windowOf(visit, () => press('Set up payouts'));
      const reads = /\/v1\/relationships\?/;
      await visit.page.route(reads, () => {});
      await Promise.all([visit.page.waitForRequest(reads), payouts.close()]);
      await press('Accept');
      await frame.getByRole('alert').getByText('Read and accept the agreements first.').waitFor();
      await visit.page.unroute(reads);
      await frame.getByRole('checkbox').focus();
      await visit.page.keyboard.press('Space');
      await inOrderInEachLook(world(), { page: visit.page, frame });
      await press('Accept');
      await frame.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' });
      expect((await visit.until('Submitted')).kind).toBe('application');
      expect((await visit.heard()).some(({ name }) => name === 'Completed')).toBe(false);
      await frame.getByRole('button', { name: 'Set up payouts' }).waitFor();
      expect(visit.errors).toEqual([]);

      // A frame that was open all the while asks for the one who has it now, with a session of the site's for them.
      const open = await before.frame();
      await open.getByRole('button', { name: 'View details of Evening light' }).click();
      await open.getByRole('heading', { name: 'Sign in to continue' }).waitFor();
      await before.until('AuthRequired');
      await before.close();
      expect((await api('GET', `/v1/creators/${id}`)).data.bio).toBe('Coffee, mostly.');
      await visit.close();
    });

    it('gives a window that the site itself opens nothing, and takes nothing from it', async () => {
      const visit = await open({ signedIn: world().sessions.creator });
      await (await visit.frame()).getByRole('heading', { name: 'Sign in to continue' }).waitFor();
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
      await own.getByRole('heading', { name: 'Return to the site' }).waitFor();
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
      expect(await axeProblems(world(), own)).toEqual([]);
      await visit.page.context().clearCookies();
      await visit.page
        .context()
        .addCookies([sessionCookie(world().service.baseUrl, world().sessions.creator)]);
      await own.reload();
      await own.getByRole('button', { name: 'Continue', disabled: false }).click();
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
      expect(await axeProblems(world(), frame)).toEqual([]);
      const own = await windowOf(visit, () => frame.getByRole('link', { name: 'Öffne es' }).click());
      const allow = own.getByRole('button', { name: 'Weitermachen', disabled: false });
      await allow.waitFor();
      expect([await axeProblems(world(), own), await own.evaluate('document.documentElement.lang')]).toEqual([
        [],
        'de',
      ]);
      await allow.click();
      await frame.getByRole('heading', { name: 'Deine Programme' }).waitFor();
      await visit.close();

      const inApp = await open({ agent: 'Mozilla/5.0 (iPhone) Instagram 300.0' });
      const small = await inApp.frame();
      await small.getByText("You are in an app's built-in browser").waitFor();
      expect(await small.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe('/app');
      expect(await small.getByRole('button').count()).toBe(0);
      await inApp.close();
    });
  });
}
