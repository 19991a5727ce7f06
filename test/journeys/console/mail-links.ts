// Links of mails, and of an app that asks for access: each is opened, and its button clicked.
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/kit/time.ts';
import { runCron } from '../../../tools/demo/crons.ts';
import * as clock from '../../harness/clock.ts';
import { type ConsoleWorld, CREATOR_PASSWORD, type Visitor, visitor } from '../support/console.ts';
import { countAudited, countMails, followMail, signIn } from '../support/sign-in.ts';

const NEW_PASSWORD = 'a newer long password';
const CALLBACK = 'http://127.0.0.1:8976/callback';

export function linkPages(world: () => ConsoleWorld): void {
  describe('links', () => {
    const nobody = () => visitor(world(), 'nobody');
    const brand = () => `/app/${world().service.demo.accounts.brand}`;

    it('let a person join by a mail, and an address refuse such mails', async () => {
      const [owner, partner, stranger] = await Promise.all([nobody(), visitor(world(), 'partner'), nobody()]);
      await signIn(owner, world().service.demo.people.owner);
      const invite = async (email: string) => {
        await owner.visit(`${brand()}/team`);
        await owner.page.getByLabel('Email address').first().fill(email);
        await owner.page.getByRole('button', { name: 'Send invitation', exact: true }).first().click();
      };
      await invite('partner@people.example');
      await owner.page.getByText('is on its way').waitFor();
      const joined = await countAudited(owner, brand(), 'acceptInvitation');
      await partner.visit(`${brand()}/team`, 404);
      await followMail(partner, 'partner@people.example', /\/invitations\//);
      await partner.page.getByRole('button', { name: 'Join Northwind Coffee' }).click();
      await partner.page.getByText('Welcome to the team').waitFor();
      await partner.check();
      await owner.visit(`${brand()}/team`);
      await owner.page.getByRole('row', { name: /partner@people\.example/ }).waitFor();
      expect(await countAudited(owner, brand(), 'acceptInvitation')).toBe(joined + 1);

      const quiet = 'quiet@people.example';
      await invite(quiet);
      await owner.page.getByText('is on its way').waitFor();
      await followMail(stranger, quiet, /\/unsubscribe\//);
      await stranger.page.getByRole('button', { name: 'Turn off invitations by mail' }).click();
      await stranger.page.getByRole('heading', { name: 'You get no more invitations by mail' }).waitFor();
      await stranger.check();
      const loud = 'loud@people.example';
      for (const email of [quiet, loud]) await world().service.api('POST', '/v1/creators', { email });
      await expect
        .poll(
          async () => {
            // A new creator is mailed after ten minutes.
            await runCron(world().service.baseUrl, '* * * * *', clock.now() + HOUR_MS);
            return await countMails(stranger, loud);
          },
          { timeout: 60_000 },
        )
        .toBe(1);
      expect(await countMails(stranger, quiet)).toBe(1);
      await Promise.all([owner, partner, stranger].map((one) => one.close()));
    });

    it('set a new password, and prove an address again whose mails came back', async () => {
      const { member, admin } = world().service.demo.people;
      const one = await nobody();
      const askForLink = async (email: string) => {
        await one.visit('/reset');
        await one.page.getByLabel('Email address').fill(email);
        await one.page.getByRole('button', { name: 'Send link' }).click();
        await one.page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
      };
      await askForLink(member.email);
      await followMail(one, member.email, /\/reset\?token=/);
      await one.page.getByLabel('New password').fill(NEW_PASSWORD);
      await one.page.getByRole('button', { name: 'Set password' }).click();
      await one.page.getByText('Your password is set. Sign in with it.').waitFor();
      await one.check();

      const other = await nobody();
      await signIn(other, admin);
      for (const [page, current, password] of [
        [`${brand()}/you`, admin.password, 'a long password for a while'],
        ['/app/you', 'a long password for a while', NEW_PASSWORD],
      ] as const) {
        await other.visit(page);
        await other.page.getByLabel('Current password').fill(current);
        await other.page.getByLabel('New password').fill(password);
        await other.page.getByRole('button', { name: 'Change password' }).click();
        await other.page.getByText('Your password is changed.').waitFor();
        await other.check();
      }

      for (const [{ email }, page] of [
        [member, `${brand()}/you`],
        [admin, '/app/you'],
      ] as const) {
        const person = await nobody();
        await signIn(person, { email, password: NEW_PASSWORD });
        for (let mails = 0; mails < 2; mails++) await askForLink(email);
        await bounce(one, email);
        await person.visit(page);
        await person.page.getByText('You get no mails').waitFor();
        await person.page.getByRole('button', { name: 'Mail me the link' }).click();
        await person.page.getByText('A link is on its way').waitFor();
        await person.check();
        await followMail(one, email, /\/verify\/address\?token=/);
        await one.page.getByRole('button', { name: 'Confirm address' }).click();
        // The link needs no session, and leads a person without one to the sign-in.
        await one.page.waitForURL((url) => url.pathname !== '/verify/address');
        await one.check();
        await person.visit(page);
        expect(await person.page.getByText('You get no mails').count()).toBe(0);
        await person.close();
      }
      await Promise.all([one.close(), other.close()]);
    });

    it('end the mails about messages and about notices', async () => {
      const { creators } = world().service.demo;
      const { api, baseUrl } = world().service;
      const email = 'creator@people.example';
      const thread = (await api('POST', '/v1/threads', { kind: 'direct', with: creators.independent })).data
        .id;
      await api('POST', '/v1/messages', { thread, body: 'Are you free in June?' });
      await api('POST', '/v1/retainers', { creator: creators.independent, pay: { base: 30_000 } });
      const [creator, stranger] = await Promise.all([nobody(), nobody()]);
      await signIn(creator, { email, password: CREATOR_PASSWORD });
      for (const hours of [0, 2, 3]) await runCron(baseUrl, '* * * * *', clock.now() + hours * HOUR_MS);
      const settings = [
        { link: /\/unsubscribe\/[^/]+\/[^/]+$/, at: '/app/you', no: 'about messages' },
        { link: /\/unsubscribe(\/[^/]+){4}$/, at: `/app/${creators.independent}/notices`, no: 'about' },
      ];
      for (const { link, at, no } of settings) {
        const chosen = async () => {
          await creator.visit(at);
          return await creator.page.locator('input[type="checkbox"]:checked').count();
        };
        const before = await chosen();
        await expect.poll(() => hasMail(stranger, email, link), { timeout: 60_000 }).toBe(true);
        await followMail(stranger, email, link);
        expect(await chosen()).toBe(before);
        await stranger.page.getByRole('button', { name: `Turn off mails ${no}` }).click();
        await stranger.page.getByRole('heading', { name: 'You get no more mails' }).waitFor();
        await stranger.check();
        expect(await chosen(), at).toBe(before - 1);
      }
      await Promise.all([creator.close(), stranger.close()]);
    });

    it('lead back to an app that its person refuses', async () => {
      const { baseUrl } = world().service;
      const registered = await fetch(`${baseUrl}/api/auth/oauth2/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          ...{ client_name: 'Desk', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
        }),
      });
      const { client_id } = (await registered.json()) as { client_id: string };
      const query = new URLSearchParams({
        ...{ response_type: 'code', client_id, redirect_uri: CALLBACK, scope: 'read', state: 'its own' },
        ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
      });
      const owner = await visitor(world(), 'owner');
      owner.mayLeaveTo(new URL(CALLBACK).origin);
      await owner.visit(`/api/auth/oauth2/authorize?${query}`);
      // Nothing answers there: the browser has gone to it, and that is enough.
      const [gone] = await Promise.all([
        owner.page.waitForRequest((request) => request.url().startsWith(CALLBACK)),
        owner.page.getByRole('button', { name: 'Cancel' }).click(),
      ]);
      const back = new URL(gone.url()).searchParams;
      expect([back.get('error'), back.get('state'), back.get('code')]).toEqual([
        'access_denied',
        'its own',
        null,
      ]);
      await owner.close();
    });
  });
}

/** Lets the two newest mails to an address come back. */
async function bounce({ page, visit }: Visitor, email: string): Promise<void> {
  for (const nth of [0, 1]) {
    await visit('/mail');
    const mail = page.locator('section.card', { hasText: `To ${email},` }).nth(nth);
    await mail.getByRole('button', { name: 'Return as undeliverable' }).click();
    await page.getByText('The mail came back.').waitFor();
  }
}

async function hasMail({ page, visit }: Visitor, email: string, link: RegExp): Promise<boolean> {
  await visit('/mail');
  const mails = page.locator('section.card', { hasText: `To ${email},` });
  return (await mails.getByRole('link', { name: link }).count()) > 0;
}
