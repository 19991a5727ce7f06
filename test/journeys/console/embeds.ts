// Embeds on a customer's site, in a real browser that blocks the cookies of others: what a creator does in the
// frame, and what other windows and other origins get of it.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '../../harness/patience.ts';
import { type ConsoleWorld, EMBED_AGREEMENT } from '../support/console.ts';
import {
  allowOrigin,
  axeProblems,
  type BegunSession,
  inOrderInEachLook,
  keptIn,
  NOTHING_STORED,
  secretFor,
} from '../support/embed-scene.ts';
import { type EmbedOptions, type EmbedVisit, visitEmbed } from '../support/embed-site.ts';
import { type Site, startSite } from '../support/site.ts';

export function embedPages(world: () => ConsoleWorld): void {
  describe('an embed', () => {
    let site: Site;
    let program: string;

    beforeAll(async () => {
      site = await startSite();
      const { service } = world();
      await allowOrigin(world(), site.foreignOrigin);
      const made = await service.api('POST', '/v1/programs', {
        name: 'Morning <b>light</b>',
        type: 'organic',
        status: 'live',
        visibility: 'network',
        agreements: [EMBED_AGREEMENT],
        brief: { summary: 'Show your first cup.', film: ['The kettle'], links: ['https://example.com/cup'] },
        pay: { rules: [{ type: 'per_video', amount: 1_240 }], currency: 'eur' },
      });
      program = made.data.id;
    });

    afterAll(() => site?.stop());

    const newCreator = async () =>
      (await world().service.api('POST', '/v1/creators', { email: `${crypto.randomUUID()}@mail.example` }))
        .data.id as string;
    /** What the shop's server does for its page. */
    const sessions: BegunSession[] = [];
    const newSecret = (creator: string, component = 'programs') =>
      secretFor(world(), site.foreignOrigin, { creator, component }, sessions);
    const open = async (more: Partial<EmbedOptions> = {}): Promise<EmbedVisit & { creator: string }> => {
      const creator = await newCreator();
      return { ...(await visitEmbed(world(), site, { secret: newSecret(creator), ...more })), creator };
    };
    const applied = async (creator: string) =>
      (await world().service.api('GET', `/v1/applications?creator=${creator}`)).data;

    it('lets a creator apply, accept what is asked for and leave, by keyboard alone', async () => {
      const visit = await open();
      const frame = await visit.frame();
      expect(await visit.until('Ready')).toEqual({ ignored: [] });
      await inOrderInEachLook(world(), { page: visit.page, frame });
      const press = async (name: string) => {
        // What was just done may not be over yet.
        await frame.getByRole('button', { name, disabled: false }).focus();
        await visit.page.keyboard.press('Enter');
      };
      await press('View details of Morning <b>light</b>');
      await frame.getByRole('heading', { level: 1, name: 'Morning <b>light</b>' }).waitFor();
      await frame.locator('h1:focus').waitFor();
      expect(await frame.getByText('€12.40 for each approved video').count()).toBe(1);
      await press('Apply');
      await frame.getByRole('status').getByText('Your application was sent.').waitFor();
      const { kind, id } = await visit.until('Submitted');
      expect(await applied(visit.creator)).toMatchObject([{ id, program, status: 'pending' }]);
      expect([kind, (await visit.heard()).some(({ name }) => name === 'Completed')]).toEqual([
        'application',
        false,
      ]);
      await press('Accept agreements');
      await frame.getByRole('alert').getByText('Read and accept the agreements first.').waitFor();
      await frame.getByRole('checkbox').focus();
      await visit.page.keyboard.press('Space');
      await inOrderInEachLook(world(), { page: visit.page, frame });
      await press('Accept agreements');
      await frame.getByText('The agreements are accepted.').waitFor();
      expect(await visit.until('Completed')).toEqual({ kind, id });
      await press('Withdraw application');
      // A second press of the same key changes nothing.
      await vi.waitUntil(() => frame.evaluate("document.activeElement.textContent === 'Cancel'"), PATIENCE);
      await visit.page.keyboard.press('Escape');
      await frame.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
      await press('Withdraw application');
      await frame.getByRole('button', { name: 'Cancel' }).waitFor();
      await press('Withdraw application');
      await frame.getByText('You have withdrawn.', { exact: true }).waitFor();
      expect((await applied(visit.creator))[0].status).toBe('withdrawn');
      await press('All programs');
      await frame.getByRole('heading', { level: 1, name: 'Programs' }).waitFor();
      expect(visit.errors).toEqual([]);

      // Nothing of the secret, nor of the frame's token, is where others could read it.
      const { clientSecret } = sessions.at(-1)!;
      const [own, around] = [await keptIn(frame), await keptIn(visit.page)];
      expect([own.stores, around.stores]).toEqual([NOTHING_STORED, NOTHING_STORED]);
      const told = await visit.page.evaluate<string>(
        'JSON.stringify(window.heard) + performance.getEntries().map((one) => one.name).join()',
      );
      const addresses = visit.sent.map(({ url, referer }) => `${url} ${referer ?? ''}`).join(' ');
      for (const text of [own.entries, around.entries, told, addresses, world().service.log.join('\n')]) {
        expect(text).not.toContain(clientSecret.slice(-49));
        expect(text).not.toContain('service_ft_');
      }
      expect(await visit.page.context().cookies()).toEqual([]);
      const ours = visit.sent.filter(({ url }) => /\/v1\/|\/embed\/frame/.test(url));
      expect(ours.length).toBeGreaterThan(5);
      expect(ours.filter(({ referer }) => referer)).toEqual([]);
      await visit.close();
    });

    it('speaks German, looks as it is told where that can be read, and is as high as its content', async () => {
      const options = {
        locale: 'de-DE',
        theme: 'dark',
        title: 'Programme',
        hide: ['title'],
        appearance: {
          variables: {
            colorPrimary: '#ffd166',
            colorText: '#222222',
            borderRadius: '2px',
            fontFamily: 'serif',
            '--ground': 'red',
            colorBorder: 'url(https://elsewhere.example)',
          },
        },
      };
      const visit = await open({ look: { phone: true, dark: true }, options });
      const frame = await visit.frame();
      const { ignored } = await visit.until('Ready');
      expect(ignored!.toSorted()).toEqual(['--ground', 'colorBorder', 'colorText']);
      expect(await frame.getByRole('heading', { level: 1 }).count()).toBe(0);
      await frame.getByRole('button', { name: 'Einzelheiten zu Morning' }).click();
      await frame.getByText('12,40 € für jedes angenommene Video').waitFor();
      expect(await axeProblems(world(), frame)).toEqual([]);
      const [height, content] = [
        await visit.page.evaluate<number>("document.querySelector('iframe').clientHeight"),
        await frame.evaluate<number>("document.querySelector('main').getBoundingClientRect().height"),
      ];
      expect(Math.abs(height - content)).toBeLessThan(2);
      expect((await visit.heard()).filter(({ name }) => name === 'Resized').length).toBeLessThan(8);
      expect(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await visit.page.evaluate("mounted.update({ locale: 'en', theme: 'light' })");
      await frame.getByRole('heading', { name: 'Your programs' }).waitFor();
      expect(await axeProblems(world(), frame)).toEqual([]);
      expect(visit.errors).toEqual([]);
      await visit.close();
    });

    it('shows what a creator earned, and why each amount is what it is', async () => {
      const { baseUrl, demo } = world().service;
      // What else is done in this workspace must not matter: the demo's creators are paid, paused and removed elsewhere.
      const creator = await newCreator();
      const headers = { Authorization: `Bearer ${demo.keys.brand}`, 'Service-Account': creator };
      const paid = await fetch(`${baseUrl}/v1/payments`, {
        method: 'POST',
        headers: {
          Authorization: headers.Authorization,
          'Content-Type': 'application/json',
          'Idempotency-Key': crypto.randomUUID(),
        },
        body: JSON.stringify({ creator, amount: 1_240, currency: 'usd', note: 'For the first cup' }),
      });
      expect([paid.status, paid.ok ? '' : await paid.text()]).toEqual([201, '']);
      const earned = async () => {
        const answer = await fetch(`${baseUrl}/v1/earnings?limit=1`, { headers });
        return ((await answer.json()) as { data: { net: number }[] }).data[0];
      };
      await vi.waitUntil(async () => (await earned())?.net === 1_240, PATIENCE);
      const component = 'earnings';
      const visit = await visitEmbed(world(), site, { secret: newSecret(creator, component), component });
      const frame = await visit.frame();
      await frame.getByRole('heading', { level: 1, name: 'Earnings' }).waitFor();
      expect(await axeProblems(world(), frame)).toEqual([]);
      const net = '$12.40';
      await frame
        .getByRole('button', { name: `Why this amount ${net}`, exact: true })
        .first()
        .click();
      await frame.getByRole('heading', { level: 1, name: net }).waitFor();
      await frame.getByRole('heading', { level: 3, name: 'The payment' }).first().waitFor();
      expect(await axeProblems(world(), frame)).toEqual([]);
      await frame.getByRole('button', { name: 'All earnings' }).click();
      await frame.getByRole('heading', { level: 1, name: 'Earnings' }).waitFor();
      expect(visit.errors).toEqual([]);
      await visit.close();
    });

    it('is shown on no other origin, and says so to the page', async () => {
      const secret = newSecret(await newCreator());
      const visit = await visitEmbed(world(), site, {
        secret,
        clock: true,
        at: `${site.foreignOrigin}/none`,
      });
      await visit.page.goto(`${site.origin}/embed-1`);
      await visit.page.waitForSelector('iframe', { state: 'attached' });
      await expect
        .poll(() => visit.errors.join())
        .toMatch(/frame-ancestors|Refused to (?:frame|display)|violates the following Content Security/);
      await visit.page.clock.fastForward(11_000);
      expect(await visit.until('LoadError')).toEqual({ reason: 'timeout' });
      await visit.close();
    });

    it('gives other windows no port, and takes none of them', async () => {
      const intruder = (target: string) => `<!doctype html><html lang="en"><title>x</title><body><script>
        const heard = [];
        addEventListener('message', ({ data, ports }) => heard.push([data, ports.length]));
        setInterval(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = ({ data }) => heard.push([data, 'port']);
          parent.postMessage({ type: 'service-embed-hello' }, '*');
          for (let at = 0; at < parent.frames.length; at++) if (parent.frames[at] !== window)
            try { parent.frames[at].postMessage({ type: 'service-embed-connect' }, '*', [channel.port2]); } catch {}
          document.title = JSON.stringify(heard) + '${target}';
        }, 20);
      </script></body></html>`;
      site.put('/intruder', {
        html: intruder(''),
        headers: {
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Cross-Origin-Embedder-Policy': 'require-corp',
        },
      });
      const visit = await open({ body: `<iframe src="${site.origin}/intruder"></iframe>` });
      const frame = await visit.frame();
      await frame.getByRole('heading', { name: 'Your programs' }).waitFor();
      const other = visit.page.frames().find((one) => one.url().endsWith('/intruder'))!;
      await expect.poll(() => other.title()).toBe('[]');
      // The page's own lies: another origin's name, wrong forms, a second port.
      await visit.page.evaluate(`(() => {
        const { contentWindow } = document.querySelector('#embed iframe');
        for (const data of [null, 'x', { type: 'service-embed-connect', more: 1 }, { type: 'look' }]) contentWindow.postMessage(data, '*');
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => window.heard.push({ name: 'Stolen', event: data });
        contentWindow.postMessage({ type: 'service-embed-connect' }, '*', [port2]);
      })()`);
      await frame.getByRole('button', { name: 'View details of Morning' }).click();
      await frame.getByRole('button', { name: 'Apply' }).waitFor();
      expect((await visit.heard()).filter(({ name }) => name === 'Stolen')).toEqual([]);
      expect(await other.title()).toBe('[]');
      await visit.close();
    });

    it('says what is wrong: a used secret, an ended session, no connection, no creator; and renews itself', async () => {
      const creator = await newCreator();
      const used = await newSecret(creator)();
      const { id } = sessions.at(-1)!;
      await fetch(`${world().service.baseUrl}/v1/embeds/${id}/token`, {
        method: 'POST',
        body: JSON.stringify({ clientSecret: used }),
      });
      const failed = await visitEmbed(world(), site, { secret: async () => used });
      expect(await failed.until('LoadError')).toEqual({ reason: 'secret_used' });
      const shown = failed.page.frames().find((one) => one.url().includes('/embed/frame/'))!;
      await shown.getByRole('heading', { name: 'This could not be loaded' }).waitFor();
      await failed.close();

      const visit = await open({ clock: true });
      const frame = await visit.frame();
      const before = sessions.length;
      await visit.page.clock.fastForward('14:30');
      await frame.getByRole('button', { name: 'View details of Morning' }).click();
      await frame.getByRole('button', { name: 'Apply' }).waitFor();
      expect(sessions.length - before).toBe(1);
      await visit.page.context().setOffline(true);
      await frame.getByRole('button', { name: 'Apply' }).click();
      await frame.getByRole('alert').getByText('The service cannot be reached.').waitFor();
      await visit.page.context().setOffline(false);
      await world().service.api('PATCH', `/v1/embeds/${sessions.at(-1)!.id}`, { status: 'ended' });
      await frame.getByRole('button', { name: 'Apply' }).click();
      await frame.getByRole('heading', { name: 'This session has ended' }).waitFor();
      expect(await visit.until('Ended')).toEqual({ reason: 'ended' });
      await visit.close();

      const removed = await open();
      const left = await removed.frame();
      await left.getByRole('button', { name: 'View details of Morning' }).waitFor();
      await world().service.api('PATCH', `/v1/creators/${removed.creator}`, { status: 'removed' });
      await left.getByRole('button', { name: 'View details of Morning' }).click();
      await left.getByText('You no longer work with this account').waitFor();
      expect(await removed.until('Ended')).toEqual({ reason: 'creator_removed' });
      await removed.close();
    });
  });
}
