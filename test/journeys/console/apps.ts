// Apps in a real browser: created in the developer settings, connected by consent, disconnected; each step by
// clicking.
import { beforeAll, describe, expect, it } from 'vitest';
import { randomBase62, sha256Base64Url } from '../../../src/kit/crypto.ts';
import { type ConsoleWorld, visitor } from '../support/console.ts';

const CALLBACK = 'https://planner.example/callback';

export function appJourney(world: () => ConsoleWorld): void {
  describe('an app', () => {
    let base: string;
    let brand: string;
    beforeAll(() => {
      base = world().service.baseUrl;
      brand = world().service.demo.accounts.brand;
    });

    const opens = async (token: string) =>
      (await fetch(`${base}/v1/account`, { headers: { Authorization: `Bearer ${token}` } })).status;

    it('is made, connected, edited, given another secret and revoked', async () => {
      const { page, visit, expects, check, close } = await visitor(world(), 'owner');
      const place = `/app/${brand}`;
      await visit(`${place}/apps`);
      await page.getByText('No apps yet').waitFor();
      await page.getByRole('link', { name: 'Create app' }).first().click();
      await page.getByLabel('Name').fill('Planner');
      await page.getByLabel('Callback URLs').fill(`${CALLBACK}\nhttp://planner.example/`);
      await page.getByLabel('Read and write').check();
      expects(422);
      await page.getByRole('button', { name: 'Create app' }).click();
      await page.getByText('http://planner.example/: It must begin with https://').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe('Planner');
      expects(200);
      await page.getByLabel('Callback URLs').fill(CALLBACK);
      await page.getByRole('button', { name: 'Create app' }).click();
      await page.getByRole('heading', { name: 'Your new app' }).waitFor();
      const secret = await page.getByRole('region', { name: 'client secret' }).textContent();
      const clientId = await page.getByText(/^service_ci_/).textContent();

      // Another account's app would work the same way.
      const verifier = randomBase62(64);
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId!,
        redirect_uri: CALLBACK,
        scope: 'read offline_access',
        state: 'from the browser',
        code_challenge: sha256Base64Url(verifier),
        code_challenge_method: 'S256',
      });
      await page.context().clearCookies();
      await page.goto(`/api/auth/oauth2/authorize?${query}`);
      const { email, password } = world().service.demo.people.owner;
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Connect Planner?' }).waitFor();
      await check();
      // Nothing answers there: the browser has navigated to it, and that is enough.
      const [gone] = await Promise.all([
        page.waitForRequest((request) => request.url().startsWith(CALLBACK)),
        page.getByRole('button', { name: 'Allow', exact: true }).click(),
      ]);
      // Otherwise its error page would interfere with the following steps.
      await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
      const answer = new URL(gone.url());
      expect(answer.searchParams.get('state')).toBe('from the browser');
      const issued = await fetch(`${base}/api/auth/oauth2/token`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${clientId}:${secret!.trim()}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: answer.searchParams.get('code')!,
          code_verifier: verifier,
          redirect_uri: CALLBACK,
        }),
      });
      const { access_token } = (await issued.json()) as { access_token: string };
      expect(await opens(access_token)).toBe(200);

      await page.goto(`${place}/connected-apps`);
      await page.getByRole('cell', { name: 'Planner' }).first().waitFor();
      await page
        .getByRole('link', { name: /Disconnect/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('status').getByText('Disconnected.').waitFor();
      expect(await opens(access_token)).toBe(401);

      await page.goto(`${place}/apps`);
      await page.getByRole('link', { name: 'Planner' }).click();
      await page.getByLabel('Name').fill('Planner two');
      await page.getByRole('button', { name: /^Save/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Planner two' }).waitFor();
      await page.getByRole('link', { name: 'Create new secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click();
      await page.getByRole('heading', { name: 'Your new client secret' }).waitFor();
      expect(await page.getByRole('region', { name: 'client secret' }).textContent()).not.toBe(secret);
      await page.getByRole('link', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'Revoke app' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke app' }).click();
      await page.getByText('No apps yet').waitFor();
      const refused = await page.goto(`/api/auth/oauth2/authorize?${query}`);
      expect(refused?.status()).toBe(400);
      await close();
    });

    it('is seen by members, whom its pages let change nothing', async () => {
      const { page, visit, close } = await visitor(world(), 'member', { phone: true });
      await visit(`/app/${brand}/apps`);
      expect(await page.getByRole('link', { name: 'Create app' }).count()).toBe(0);
      await visit(`/app/${brand}/connected-apps`);
      await visit(`/app/${brand}/apps/new`, 403);
      await visit(`/app/${brand}/apps/oapp_00000000000000000000000000`, 404);
      await close();
    });
  });
}
