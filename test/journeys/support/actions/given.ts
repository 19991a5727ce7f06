// What a person would type into a form whose labels do not reveal it, by the kind of form.
import type { Page } from 'playwright-core';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { totpCode, totpStep } from '../../../../src/kit/totp.ts';
import { AD_CODES } from '../../../../tools/demo/permissions.ts';
import * as clock from '../../../harness/clock.ts';
import type { DemoWorld } from '../whole-demo.ts';

type Given = Record<string, string>;

export const GIVEN: Readonly<Record<string, (world: DemoWorld, page: Page) => Given | Promise<Given>>> = {
  // A creator who is signed in needs no code.
  '/app/:place/ad-authorizations/:authorization grant': () => ({
    expiresAt: new Date(clock.now() + 30 * DAY_MS).toISOString().slice(0, 10),
  }),
  '/ad-requests/:link authorize': () => ({ sparkCode: AD_CODES.tiktok }),
  '/staff/corrections propose': ({ demo }) => ({ kind: 'adjustment', holder: demo.creators.independent }),
  '/staff/senders/:id erase': (_, page) => ({ confirm: new URL(page.url()).pathname.split('/').at(-1)! }),
  '/staff/people remove': ({ demo }) => ({ email: demo.people.owner.email }),
  '/app/you/second-factor confirm': async (_, page) => {
    const secret = (await page.getByRole('region', { name: 'secret' }).textContent())!.replace(/\s/g, '');
    return { code: await totpCode(secret, totpStep(clock.now())) };
  },
};
