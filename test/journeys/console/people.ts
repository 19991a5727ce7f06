// People: signing up and in, the links in mails, the team, the profile, and records in one's name.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, type Visitor, visitor } from '../support/console.ts';

const PASSWORD = 'a long password';

export function peoplePages(world: () => ConsoleWorld): void {
  describe('people', () => {
    let brand: string;
    beforeAll(() => {
      brand = `/app/${world().service.demo.accounts.brand}`;
    });

    const api = async (method: string, path: string, key: string, body?: unknown) => {
      const answer = await fetch(world().service.baseUrl + path, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return ((await answer.json()) as { data: { id: string; claim: { status: string } | null } }).data;
    };

    /** Fills in the sign-up, opens the link in the mail, and signs in. */
    async function join(
      { page, visit, check, expects }: Visitor,
      profile: string,
      email: string,
    ): Promise<void> {
      await visit('/sign-up');
      await page.getByLabel(profile).check();
      await page.getByLabel('Your name').fill('Nora Quist');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill('short');
      expects(422);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Use at least 8 characters.').waitFor();
      expect(await page.getByLabel('Email address').inputValue()).toBe(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
      await check();
      await visit('/mail');
      await page
        .getByRole('link', { name: /\/verify\?token=/ })
        .first()
        .click();
      await check();
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Confirm address' }).click();
      await page.getByText('Your address is confirmed').waitFor();
      await signIn(page, email);
      await check();
    }

    async function signIn(page: Page, email: string): Promise<void> {
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL((url) => url.pathname !== '/sign-in');
    }

    it('join a team by an invitation, and are changed and removed by its owner', async () => {
      const email = 'nora@people.example';
      const [owner, nora] = await Promise.all([visitor(world(), 'owner'), visitor(world(), 'nobody')]);
      await owner.visit(`${brand}/team`);
      await owner.page.getByLabel('Email address').first().fill(email);
      await owner.page.getByRole('button', { name: 'Send invitation', exact: true }).first().click();
      await owner.page.getByText('is on its way').waitFor();
      await owner.check();
      await join(nora, 'An invited person', email);
      await nora.visit('/app');
      await nora.page.getByRole('button', { name: 'Join Northwind Coffee' }).click();
      await nora.page.getByText('Welcome to the team').waitFor();
      await nora.visit(`${brand}/team`);
      expect(await nora.page.getByRole('button', { name: 'Send invitation', exact: true }).count()).toBe(0);

      await owner.visit(`${brand}/team`);
      const row = () => owner.page.getByRole('row', { name: /Nora Quist/ });
      await row()
        .getByRole('link', { name: /Change role/ })
        .click();
      const dialog = owner.page.getByRole('dialog', { name: /Nora Quist/ });
      await dialog.getByLabel('Role').selectOption('admin');
      await dialog.getByRole('button', { name: 'Change role' }).click();
      await owner.page.getByText('The role is changed').waitFor();
      await nora.visit(`${brand}/team`);
      expect(await nora.page.getByRole('button', { name: 'Send invitation', exact: true }).count()).toBe(1);
      await row()
        .getByRole('link', { name: /Remove/ })
        .click();
      await owner.page.getByRole('button', { name: 'Remove person' }).click();
      await owner.page.getByText('The person is removed').waitFor();
      await owner.check();
      await nora.visit(`${brand}/team`, 404);
      await Promise.all([owner.close(), nora.close()]);
    });

    it('decide on the profiles that accounts wrote in their name', async () => {
      const { keys } = world().service.demo;
      const email = 'mina@creators.example';
      const [kept, refused] = await Promise.all(
        [keys.brand, keys.partner].map((key) => api('POST', '/v1/creators', key, { email })),
      );
      const mina = await visitor(world(), 'nobody', { phone: true });
      await join(mina, 'A creator', email);
      expect(new URL(mina.page.url()).pathname).toBe('/claims');
      const card = (name: string) => mina.page.locator('section.card', { hasText: name });
      await card('Northwind Coffee')
        .getByRole('link', { name: /^Claim/ })
        .click();
      await mina.check();
      await mina.page.getByRole('button', { name: 'Claim profile' }).click();
      await mina.page.getByText('Profile claimed').waitFor();
      await card('Harbor Agency')
        .getByRole('link', { name: /^Decline/ })
        .click();
      await mina.page.getByRole('button', { name: 'Decline profile' }).click();
      await mina.page.getByText('Profile declined').waitFor();
      await mina.check();
      const read = (id: string, key: string) => api('GET', `/v1/creators/${id}`, key);
      expect((await read(kept!.id, keys.brand)).claim?.status).toBe('claimed');
      expect((await read(refused!.id, keys.partner)).claim?.status).not.toBe('claimed');
      await mina.visit(`/app/${kept!.id}/you`);
      await mina.close();
    });

    it('change their password, see where they are signed in, and sign out', async () => {
      const { people, creators } = world().service.demo;
      const [one, other] = await Promise.all([visitor(world(), 'nobody'), visitor(world(), 'nobody')]);
      const enter = async ({ page }: Visitor) => {
        await page.getByLabel('Email address').fill(people.partner.email);
        await page.getByLabel('Password').fill(people.partner.password);
        await page.getByRole('button', { name: 'Sign in' }).click();
      };
      for (const who of [one, other]) {
        await who.visit('/sign-in');
        await enter(who);
        await who.page.waitForURL((url) => url.pathname !== '/sign-in');
      }
      const you = `/app/${world().service.demo.accounts.partner}/you`;
      await other.visit(you);
      await one.visit(you);
      await one.page.getByRole('link', { name: /^End/ }).first().click();
      await one.page.getByRole('button', { name: 'End session' }).first().click();
      await one.page.getByText('The session is ended').waitFor();
      await one.check();
      // What the other person had begun to type is still there after the same person has signed in again.
      other.expects(401);
      await other.page.getByLabel('Your name').fill('Paula Typed');
      await other.page.getByRole('button', { name: 'Save name' }).click();
      await other.page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
      await other.check();
      await enter(other);
      await other.page.getByText('Not sent yet').waitFor();
      await other.check();
      expect(await other.page.getByLabel('Your name').inputValue()).toBe('Paula Typed');
      await other.page.getByRole('button', { name: 'Save name' }).click();
      await other.page.getByText('Your name is saved').waitFor();
      one.expects(422);
      await one.page.getByLabel('Current password').fill('wrong');
      await one.page.getByLabel('New password').fill(PASSWORD);
      await one.page.getByRole('button', { name: 'Change password' }).click();
      await one.page.getByText('This is not your password').waitFor();
      await one.visit(`/app/${creators.independent}/you`, 404);
      await one.visit('/sign-out');
      await one.page.getByRole('button', { name: 'Sign out' }).click();
      await one.page.getByText('You are signed out').waitFor();
      await Promise.all([one.close(), other.close()]);
    });

    it('find every way in in order, with and without scripts', async () => {
      const looks = [{ dark: true, phone: true }, { scriptless: true }];
      const paths = ['/sign-in', '/sign-up', '/reset', '/reset?token=x', '/verify?token=x'];
      await Promise.all(
        looks.map(async (look) => {
          const { visit, close } = await visitor(world(), 'nobody', look);
          for (const path of paths) await visit(path);
          await visit(`/invitations/${'x'.repeat(43)}`, 410);
          await close();
        }),
      );
      const { page, visit, check, close, expects } = await visitor(world(), 'nobody');
      await visit('/sign-in');
      expects(422);
      await page.getByLabel('Email address').fill('nobody@people.example');
      await page.getByLabel('Password').fill('not this one');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Incorrect email or password').waitFor();
      await visit('/reset');
      await page.getByLabel('Email address').fill('nobody@people.example');
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
      await check();
      await close();
    });
  });
}
