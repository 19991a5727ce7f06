// A brand's billing pages: the card, what is owed, charges, and their receipts.
import { describe, expect, inject, it } from 'vitest';
import { HOUR_MS } from '../../src/kit/time.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { chargeScene, nextDay, onlyCharge, owe } from '../harness/money/charges.ts';
import { ask, forgedToken, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { mintAccount, testEnv } from '../harness/world.ts';

/** A page that names the creators of a list waits once more. */
const MOST_TRIPS = 3;

async function billed() {
  const scene = await chargeScene();
  const { env } = scene.stripe;
  await testEnv.DB.prepare(
    "UPDATE accounts SET name = 'Northwind', card_status = 'active', card_brand = 'visa', card_last4 = '4242' WHERE id = ?",
  )
    .bind(scene.brand)
    .run();
  const owner = await signedIn(await personOf({ id: scene.brand }));
  return { scene, env, owner, at: `/app/${scene.brand}` };
}

describe('billing', () => {
  it('says what is owed, what failed and when it is tried again; the charge becomes a receipt with its sums', async () => {
    const { scene, env, owner, at } = await billed();
    await owe(scene, 1_000);
    const waiting = wordsOf(await ask(owner, `${at}/billing`, { env }));
    expect(waiting).toMatch(/Owed \$10\.50 .*Next charge \d+ \w+ \d{4} after midnight UTC/);
    await owe(scene, 333);
    await scene.stripe.decline('insufficient_funds');
    await nextDay(scene);
    const { id } = await onlyCharge(scene);
    const declined = wordsOf(await ask(owner, `${at}/billing`, { env }));
    expect(declined).toContain('Visa ending in 4242');
    expect(declined).toMatch(
      /Needs attention .*The card has insufficient funds\. The card is tried again \d/,
    );
    const due = wordsOf(await ask(owner, `${at}/charges/${id}`, { env }));
    expect(due).toMatch(
      /Charge of .*insufficient funds\. The card is tried again .* and at once when you replace it/,
    );
    expect(due).not.toContain('Receipt');
    await nextDay(scene);
    const pages = { '/billing': '/billing', '/charges': '/charges', receipt: `/charges/${id}` };
    for (const [name, path] of Object.entries(pages)) {
      const { env: counted, count } = countTrips();
      expect((await ask(owner, at + path, { env: counted })).status).toBe(200);
      expect(count(), name).toBeLessThanOrEqual(MOST_TRIPS);
    }
    const receipt = await ask(owner, `${at}/charges/${id}`, { env });
    expect(wordsOf(receipt)).toMatch(/Visa ending in 4242 was charged .*Billed to Northwind .*Attempts 2/);
    expect(wordsOf(receipt)).toMatch(/Payments \$13\.33 Service fee \$0\.67 Total \$14\.00/);
    const [paid] = /\/app\/acct_\w+\/payments\/pay_\w+/.exec(receipt.html)!;
    expect((await ask(owner, paid, { env })).html).toContain(`href="${at}/charges/${id}"`);
    // Moments are in the person's zone, which they name.
    await send(owner, '/app/you', 'zone', { zone: 'Asia/Kolkata' });
    const { html } = await ask(owner, paid, { env });
    const [, moment, shown] = /<time datetime="([^"]+)" title="[^"]+">([^<]+GMT\+5:30)</.exec(html)!;
    const there = new Date(Date.parse(moment!) + 5.5 * HOUR_MS).toISOString();
    expect(shown).toContain(`, ${there.slice(11, 16)} GMT`);
    const settled = wordsOf(await ask(owner, `${at}/billing`, { env }));
    expect(settled).toMatch(/Owed \$0\.00 .*Next charge None/);
    expect(settled).not.toContain('Needs attention');
    expect((await ask(owner, `${at}/find?q=${id}`, { env })).html).toContain(`/charges/${id}`);
  });

  it('is for those who may see its money alone', async () => {
    const { scene, env, owner, at } = await billed();
    await owe(scene, 1_000);
    await nextDay(scene);
    const { id } = await onlyCharge(scene);
    const pages = ['/billing', '/charges', `/charges/${id}`];
    const member = await signedIn(await personOf({ id: scene.brand }, 'member'));
    for (const page of pages) {
      const answer = await ask(member, at + page, { env });
      expect([answer.status, answer.html.includes('$')], page).toEqual([403, false]);
    }
    expect((await ask(member, at, { env })).html).not.toMatch(/\/(?:billing|charges)"/);
    const other = await mintAccount();
    const stranger = await signedIn(await personOf(other));
    for (const page of pages) expect((await ask(stranger, at + page, { env })).status, page).toBe(404);
    expect((await ask(stranger, `/app/${other.id}/charges/${id}`, { env })).status).toBe(404);
    const partner = await mintAccount('partner');
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
      .bind(partner.id, scene.brand)
      .run();
    const [boss, hand] = [await personOf(partner), await personOf(partner, 'member')];
    expect((await ask(await signedIn(boss), `${at}/charges/${id}`, { env })).status).toBe(200);
    expect((await ask(await signedIn(hand), `${at}/charges/${id}`, { env })).status).toBe(403);
    await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?").bind(scene.brand).run();
    const ended = await ask(owner, `${at}/billing`, { env });
    expect(wordsOf(ended)).toContain('The relationship has ended');
    expect(ended.html).not.toContain('value="card"');
  });

  it('takes a card on the processor’s page, once a form, and from no forged one', async () => {
    const { scene, env, owner, at } = await billed();
    const member = await personOf({ id: scene.brand }, 'member');
    const path = `${at}/billing`;
    const page = await ask(owner, path, { env });
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https:");
    const setups = async () =>
      (
        await testEnv.DB.prepare('SELECT account_id FROM card_setups WHERE account_id = ?')
          .bind(scene.brand)
          .all()
      ).results;
    const first = await sendShown(owner, path, page, 'card', {}, { env });
    expect([first.status, first.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(inject('simulators')),
    ]);
    await sendShown(owner, path, page, 'card', {}, { env });
    expect(await setups()).toHaveLength(1);
    expect(wordsOf(await ask(owner, `${path}?status=added`, { env }))).toContain('Card added');
    expect(wordsOf(await ask(owner, `${path}?status=error`, { env }))).toContain('No card was added');
    const browser = await signedIn(member);
    const fields = { _token: forgedToken(browser, member.callerId), _once: 'x', _action: 'card' };
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' };
    expect((await ask(browser, path, { env, headers, fields })).status).toBe(403);
    const across = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    expect((await ask(owner, path, { env, headers: across, fields })).status).toBe(403);
    expect(await setups()).toHaveLength(1);
    expect((await send(owner, path, 'card', {}, { env })).status).toBe(303);
  });
});
