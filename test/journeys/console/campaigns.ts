// Campaigns by clicking, with a connected ad account: created, launched, changed, copied and archived, with
// each effect read through the API; and their pages as every visitor sees them.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { MINUTE_MS } from '../../../src/kit/time.ts';
import { runCron } from '../../../tools/demo/crons.ts';
import * as clock from '../../harness/clock.ts';
import { portion } from '../../harness/vitest/portion.ts';
import { type ConsoleWorld, type Look, type Visitor, visitor, type Who } from '../support/console.ts';
import { PIXEL } from '../support/meta.ts';

const PATIENCE_MS = 60_000;

/** @param owner on the page of the connection, which is set up. Leaves nothing active there. */
export async function walkCampaigns(world: ConsoleWorld, owner: Visitor): Promise<void> {
  const { service } = world;
  const { page, visit, check } = owner;
  const place = `/app/${service.demo.accounts.brand}/campaigns`;

  await visit(place);
  await page.getByRole('link', { name: 'Create campaign' }).last().click();
  await check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('status').getByText('required fields').waitFor();
  await check();
  const form = page.url();
  // An error is shown at its field while the form is filled in, and nothing else is.
  await page.getByLabel('Daily budget (USD)').fill('0.10');
  await page.getByLabel('URL parameters').fill('?utm_source=ads');
  await page.locator('#create-tracking-urlParameters-error').waitFor();
  await page.locator('#create-budget-daily-error').waitFor();
  expect(await page.locator('.field-error').count()).toBe(2);
  await check('moves');
  await page.getByRole('complementary').getByRole('link', { name: 'URL parameters' }).click();
  expect(await page.locator(':focus').getAttribute('name')).toBe('tracking.urlParameters');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('utm_source=ads');
  await page.locator('#create-tracking-urlParameters-error').waitFor({ state: 'detached' });
  await page.getByLabel('Daily budget (USD)').fill('20.05');
  await page.getByLabel('Pixel').selectOption({ label: 'Main pixel' });
  await page.getByLabel('Name', { exact: true }).fill('Cold brew days');
  await page.getByLabel('Website URL').fill('https://northwind.example/cold-brew');
  await page.getByLabel('Conversion event').selectOption('purchase');
  await page.locator('[name=creatives]').first().check();
  await page.getByLabel('Primary text').fill('Ready overnight.');
  await page.getByLabel('Call to action').selectOption('shop_now');
  await page.getByLabel('United States').check();
  await page.getByText('Ready to publish').waitFor();
  // A likely requirement of the platform is a warning beside the form, which does not prevent publishing.
  const aside = page.getByRole('complementary');
  const warned = aside.getByText('Brazil');
  expect(await warned.count()).toBe(0);
  await page.getByLabel('Brazil').check();
  await warned.first().waitFor();
  expect(await aside.getByText(/^\d warnings?$/).count()).toBe(1);
  expect(await aside.getByText('Ready to publish').count()).toBe(1);
  await check('moves');
  await page.getByLabel('Brazil').uncheck();
  await warned.first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cold brew days' }).waitFor();
  await check();
  const own = new URL(page.url()).pathname;
  const id = own.split('/').at(-1)!;
  const campaign = async (one = id) => (await service.api('GET', `/v1/campaigns/${one}`)).data;
  const becomes = async (status: string, one = id) => {
    for (const end = clock.now() + PATIENCE_MS; clock.now() < end; await pause(300)) {
      const found = await campaign(one);
      if (found.status === status && found.pendingChange === null) return;
      await runCron(service.baseUrl, '* * * * *', clock.now() + MINUTE_MS);
    }
    throw new Error(`${one} did not become ${status}: ${JSON.stringify(await campaign(one))}`);
  };
  expect(await campaign()).toMatchObject({ budget: { daily: 2_005, billingLimit: null }, currency: 'usd' });
  await becomes('paused');

  await visit(own);
  await page.getByRole('link', { name: 'Schedule launch' }).click();
  const day = new Date(clock.now() + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel('Launch date and time (UTC)').fill(day);
  await page.getByRole('dialog').getByRole('button').click();
  await page.getByRole('button', { name: 'Cancel scheduled launch' }).waitFor();
  expect((await campaign()).scheduledLaunchAt).toBe(`${day}:00.000Z`);
  await page.getByRole('button', { name: 'Cancel scheduled launch' }).click();
  await page.getByText('Scheduled launch canceled').waitFor();
  expect((await campaign()).scheduledLaunchAt).toBeNull();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Daily budget (USD)').fill('30');
  await page.getByLabel('Name', { exact: true }).fill('Cold brew weeks');
  await check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cold brew weeks' }).waitFor();
  expect(await campaign()).toMatchObject({ name: 'Cold brew weeks', budget: { daily: 3_000 } });
  await becomes('paused');

  await visit(own);
  const opener = page.getByRole('link', { name: 'Launch', exact: true });
  await opener.click();
  await page.getByRole('dialog', { name: 'Launch Cold brew weeks?' }).waitFor();
  await check();
  await page.keyboard.press('Escape');
  expect(await page.locator(':focus').textContent()).toBe('Launch');
  await opener.click();
  await page.getByRole('button', { name: 'Launch campaign' }).click();
  // The platform may finish before the page loads again: then only the toast says so.
  await page
    .getByText(/^Launching( the campaign\.)?$/)
    .first()
    .waitFor();
  await becomes('in_review');
  await visit(own);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page
    .getByText(/^Pausing( the campaign\.)?$/)
    .first()
    .waitFor();
  await becomes('paused');
  await visit(own);
  await page.getByRole('link', { name: 'Resume', exact: true }).click();
  await page.getByRole('button', { name: 'Resume campaign' }).click();
  await page
    .getByText(/^Resuming( the campaign\.)?$/)
    .first()
    .waitFor();
  await becomes('in_review');

  await visit(own);
  await page.getByRole('link', { name: 'Duplicate', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name (optional)').fill('Cold brew years');
  await page.getByRole('button', { name: 'Duplicate campaign' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cold brew years' }).waitFor();
  const copy = new URL(page.url()).pathname.split('/').at(-1)!;
  await becomes('paused', copy);

  const seen: [Who, Look, string][] = [
    ['owner', {}, place],
    ['admin', { dark: true }, place],
    ['member', { phone: true }, place],
    ['owner', {}, own],
    ['owner', { dark: true }, own],
    ['owner', { phone: true }, own],
    ['admin', { dark: true }, own],
    ['member', { phone: true }, own],
    ['owner', {}, `${own}/edit`],
    ['owner', {}, form],
    ['owner', { phone: true }, form],
    ['owner', {}, `${place}/new`],
  ];
  // Each page once: another day as somebody else, or in another look.
  await Promise.all(
    portion(seen, seen.length, ([, , path]) => path).map(async ([who, look, path]) => {
      const other = await visitor(world, who, look);
      await other.visit(path);
      await other.close();
    }),
  );
  const partner = await visitor(world, 'partner', { phone: true });
  await partner.visit(`/app/${service.demo.accounts.partner}/campaigns`);
  await partner.visit(own, 404);
  await partner.close();

  // Without scripts everything works by sending forms.
  const plain = await visitor(world, 'nobody', { scriptless: true });
  const enter = async (tab: Page, who: 'owner' | 'member') => {
    const { email, password } = service.demo.people[who];
    await tab.getByLabel('Email address').fill(email);
    await tab.getByLabel('Password').fill(password);
    await tab.getByRole('button', { name: 'Sign in' }).click();
  };
  await plain.visit('/sign-in');
  await enter(plain.page, 'owner');
  await plain.page.waitForURL(/\/app/);
  await plain.visit(form);
  await plain.page.getByLabel('Name', { exact: true }).fill('Kept');
  await plain.page.getByLabel('Website URL').fill('https://northwind.example/');
  await plain.page.getByLabel('Conversion event').selectOption('purchase');
  await plain.page.getByLabel('Primary text').fill('Ready overnight.');
  await plain.page.getByLabel('Call to action').selectOption('shop_now');
  await plain.page.getByLabel('Pixel').selectOption(PIXEL);
  await plain.page.getByLabel('Daily budget (USD)').fill('12.345');
  // Another person signs in in another tab: nothing is created as them, and the form waits for its own
  // person.
  const tab = await plain.context.newPage();
  await tab.goto('/sign-out');
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await enter(tab, 'member');
  await tab.waitForURL(/\/app/);
  await tab.close();
  plain.expects(403);
  await plain.page.getByRole('button', { name: 'Create campaign' }).click();
  await plain.page.getByText(`You are signed in as ${service.demo.people.member.email}`).waitFor();
  expect(await plain.page.content()).not.toContain('Ready overnight.');
  await plain.check();
  await enter(plain.page, 'owner');
  await plain.page.getByRole('button', { name: 'Continue' }).click();
  await plain.page.getByText('Not sent yet').waitFor();
  expect(await plain.page.getByLabel('Primary text').inputValue()).toBe('Ready overnight.');
  plain.expects(422);
  await plain.page.getByRole('button', { name: 'Create campaign' }).click();
  for (const wrong of ['budget-daily', 'creatives', 'audience-countries'])
    await plain.page.locator(`#create-${wrong}-error`).waitFor();
  expect(await plain.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kept');
  for (const one of [own, `${place}/${copy}`]) {
    await plain.visit(one);
    await plain.page.getByRole('link', { name: 'Archive' }).click();
    await plain.page.getByRole('button', { name: 'Archive campaign' }).click();
    await plain.page
      .getByText(/^Archiving( the campaign\.)?$/)
      .first()
      .waitFor();
  }
  await plain.close();
  for (const one of [id, copy]) await becomes('archived', one);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
