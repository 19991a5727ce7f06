// What people do at the door: sign in, set a second factor up, and open the links in their mails.
import type { Page } from 'playwright-core';
import { totpCode, totpStep } from '../../../src/kit/totp.ts';
import * as clock from '../../harness/clock.ts';
import type { Visitor } from './console.ts';
import { pause } from './pause.ts';

interface Person {
  email: string;
  password: string;
}

/** Fills in the sign-in, which may lead to the step that asks for a code. */
export async function enter(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signIn({ page, visit }: Visitor, person: Person): Promise<void> {
  await visit('/sign-in');
  await enter(page, person);
  await page.waitForURL((url) => url.pathname !== '/sign-in');
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the question of a button, and answers it by the button that does it. */
export async function confirm(page: Page, label: string | RegExp, does: string): Promise<void> {
  await page.getByRole('link', { name: label }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: does }).click();
}

/** An app that shows codes, of which each is taken once. */
export interface Authenticator {
  code(): Promise<string>;
}

const STEP_MS = 30_000;

export function authenticator(secret: string): Authenticator {
  let last = 0;
  return {
    async code() {
      // The service takes the codes of the steps before and after its own, too.
      const step = Math.max(last + 1, totpStep(clock.now()) - 1);
      while (totpStep(clock.now()) < step - 1) await pause(STEP_MS / 30);
      last = step;
      return await totpCode(secret, step);
    },
  };
}

/** Reads the secret on the page that shows it, and confirms it by a first code. */
export async function confirmFactor(page: Page): Promise<Authenticator> {
  const secret = (await page.getByRole('region', { name: 'secret' }).textContent())!;
  const app = authenticator(secret.replace(/\s/g, ''));
  await page.getByRole('textbox', { name: 'Code' }).fill(await app.code());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: 'Your second factor is set up' }).waitFor();
  return app;
}

export async function setUpFactor({ page, visit }: Visitor): Promise<Authenticator> {
  await visit('/app/you/second-factor');
  await page.getByRole('button', { name: 'Set up second factor' }).click();
  return await confirmFactor(page);
}

/** The codes that a page shows only once. */
export async function recoveryCodesOn(page: Page): Promise<string[]> {
  return (await page.getByRole('region', { name: 'recovery codes' }).textContent())!.trim().split(/\s+/);
}

/** Follows a link in the newest mail to an address that has one like it. */
export async function followMail({ page, visit }: Visitor, email: string, link: RegExp): Promise<void> {
  await visit('/mail');
  const mails = page.locator('section.card', { hasText: `To ${email},` });
  await mails.getByRole('link', { name: link }).first().click();
  await page.waitForLoadState();
}

/** How many mails an address has got. */
export async function countMails({ page, visit }: Visitor, email: string): Promise<number> {
  await visit('/mail');
  return await page.locator('section.card', { hasText: `To ${email},` }).count();
}

/** How many entries of a workspace's audit log tell of an operation. */
export async function countAudited(
  { page, visit }: Visitor,
  place: string,
  operation: string,
): Promise<number> {
  await visit(`${place}/audit?operation=${operation}`);
  return (await page.getByRole('table', { name: 'Log' }).getByRole('row').count()) - 1;
}
