// Codes of authenticator apps: at the sign-in, in a frame's window, of a team and of the staff.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, CREATOR_PASSWORD, STAFF_TOKEN, visitor } from '../support/console.ts';
import { allowOrigin, secretFor, windowOf } from '../support/embed-scene.ts';
import { visitEmbed } from '../support/embed-site.ts';
import {
  confirm,
  confirmFactor,
  countAudited,
  enter,
  enterCode,
  recoveryCodesOn,
  setUpFactor,
  signIn,
} from '../support/sign-in.ts';
import { type Site, startSite } from '../support/site.ts';

const FACTOR = '/app/you/second-factor';

/** @param kimToken the token of one of the staff, who is the demo's. */
export function codePages(world: () => ConsoleWorld, kimToken: string): void {
  describe('codes', () => {
    let site: Site;
    beforeAll(async () => {
      site = await startSite();
      await allowOrigin(world(), site.foreignOrigin);
    });
    afterAll(async () => await site?.stop());

    const nobody = () => visitor(world(), 'nobody');
    const brand = () => `/app/${world().service.demo.accounts.brand}`;

    it('let a second factor be asked for at the sign-in and of a whole team, renewed and turned off', async () => {
      const { owner } = world().service.demo.people;
      const first = await nobody();
      await signIn(first, owner);
      const app = await setUpFactor(first);
      const codes = await recoveryCodesOn(first.page);
      expect(codes).toHaveLength(10);

      const member = await visitor(world(), 'member');
      await first.visit(`${brand()}/team`);
      await confirm(first.page, 'Require a second factor', 'Require it');
      await first.page.getByText('A second factor is required from now on.').waitFor();
      await first.check();
      await member.page.goto(`${brand()}/team`);
      expect(new URL(member.page.url()).pathname).toBe(FACTOR);
      await member.page.getByText('Set yours up to go on.').waitFor();
      await confirm(first.page, 'No longer require it', 'No longer require it');
      await first.page.getByText('A second factor is no longer required.').waitFor();
      await first.check();
      await member.visit(`${brand()}/team`);
      expect(await countAudited(first, brand(), 'setFactorRequirement')).toBe(2);

      await first.visit(FACTOR);
      await confirm(first.page, 'New recovery codes', 'Make new codes');
      await first.page.getByRole('heading', { name: 'Your new recovery codes' }).waitFor();
      await first.check();
      const renewed = await recoveryCodesOn(first.page);
      expect(renewed.filter((code) => codes.includes(code))).toEqual([]);

      const second = await nobody();
      await second.visit('/sign-in');
      await enter(second.page, owner);
      await enterCode(second.page, await app.code());
      await second.page.waitForURL((url) => url.pathname !== '/sign-in');
      await second.visit(`${brand()}/team`);
      const third = await nobody();
      await third.visit('/sign-in');
      await enter(third.page, owner);
      third.expects(422);
      await enterCode(third.page, codes[0]!);
      await third.page.getByText('This code is not right').waitFor();
      await third.check();
      await enterCode(third.page, renewed[0]!);
      await third.page.waitForURL((url) => url.pathname !== '/sign-in');
      await third.visit(FACTOR);
      await third.page.getByText('9 recovery codes are left.').waitFor();

      await confirm(third.page, 'Turn off', 'Turn off');
      await third.page.getByText('Your second factor is off.').waitFor();
      const fourth = await nobody();
      await signIn(fourth, owner);
      await fourth.visit(`${brand()}/team`);
      await Promise.all([first, second, third, fourth, member].map((one) => one.close()));
    });

    it('open a frame to a creator whose sign-in takes a code', async () => {
      const person = { email: 'creator@people.example', password: CREATOR_PASSWORD };
      const creator = await nobody();
      await signIn(creator, person);
      const app = await setUpFactor(creator);
      const visit = await visitEmbed(world(), site, {
        secret: secretFor(world(), site.foreignOrigin, {
          creator: world().service.demo.creators.independent,
          component: 'programs',
        }),
      });
      const frame = await visit.frame();
      const own = await windowOf(visit, () => frame.getByRole('button', { name: 'Sign in' }).click());
      await enter(own, person);
      await own.getByRole('heading', { name: 'One more step' }).waitFor();
      await enterCode(own, await app.code());
      await own.getByRole('button', { name: 'Continue', disabled: false }).waitFor();
      await Promise.all([own.waitForEvent('close'), own.getByRole('button', { name: 'Continue' }).click()]);
      await frame.getByRole('heading', { name: 'Your programs' }).waitFor();
      expect(visit.errors).toEqual([]);
      await creator.visit(FACTOR);
      await confirm(creator.page, 'Turn off', 'Turn off');
      await creator.page.getByText('Your second factor is off.').waitFor();
      await Promise.all([visit.close(), creator.close()]);
    });

    it('let the staff help one of them who has lost it', async () => {
      const { staff } = world().service.demo.people;
      const set = await nobody();
      await signIn(set, staff);
      await set.visit('/staff/second-factor');
      await set.page.getByLabel('Staff token').fill(kimToken);
      await set.page.getByRole('button', { name: 'Set up second factor' }).click();
      await confirmFactor(set.page);
      await set.visit('/staff/people');

      const sam = await visitor(world(), 'staff');
      await sam.visit('/staff/second-factor?to=%2Fstaff%2Fpeople');
      await sam.page.getByLabel('Staff token').fill(STAFF_TOKEN);
      await sam.page.getByRole('button', { name: 'Set up second factor' }).click();
      await confirmFactor(sam.page);
      await sam.visit('/staff/people');
      const kim = sam.page.getByRole('row', { name: /staff@service\.example/ });
      await kim.getByRole('link', { name: /^Remove/ }).click();
      await sam.page.getByRole('dialog').getByLabel('Why').fill('Lost the phone.');
      await sam.page.getByRole('button', { name: 'Remove in 72 hours' }).first().click();
      await sam.page.getByText('The second factor of staff@').waitFor();
      await sam.check();
      await kim.getByText('Will be removed').waitFor();
      const headers = { Authorization: `Bearer ${STAFF_TOKEN}` };
      const answer = await fetch(`${world().service.baseUrl}/internal/v1/actions`, { headers });
      const { data } = (await answer.json()) as { data: { reason: string; staff: string }[] };
      expect(data[0]).toMatchObject({ reason: 'Lost the phone.', staff: 'sam' });
      await Promise.all([set, sam].map((one) => one.close()));
    });
  });
}
