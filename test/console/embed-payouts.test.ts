// Setting up payouts from an embed: in a window of ours, by the record's person, over to the processor and back.
import { describe, expect, inject, it } from 'vitest';
import { stripeWorld } from '../harness/money/stripe.ts';
import { ask, browserOf, forgedToken, newBrowser, send, wordsOf } from '../harness/pages/pages.ts';
import { mintPerson } from '../harness/people/people.ts';
import { endProofs, setUpFactor } from '../harness/people/second-factors.ts';
import { claimRecord, mintEmbedScene, openFrame } from '../harness/work/embeds.ts';
import { testEnv } from '../harness/world.ts';

describe('the payout set-up in the window', () => {
  it('is the record person’s own, with a fresh proof, and leads to the processor and back', async () => {
    const { env } = await stripeWorld();
    const url = inject('simulators');
    const scene = await mintEmbedScene();
    const person = await claimRecord(scene.creator);
    const browser = browserOf(person);
    const { id } = await openFrame(scene, { component: 'onboarding' });
    const path = `/embed/window/${id}/payouts?lang=de`;
    expect((await ask(newBrowser(), path, { env })).headers.get('location')).toContain(
      '/sign-in?lang=de&to=',
    );
    expect((await ask(browserOf(await mintPerson()), path, { env })).status).toBe(403);
    const page = await ask(browser, path, { env });
    expect(wordsOf(page)).toContain('Vereinigte Staaten');
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    const began = await send(browser, path, 'begin', { country: 'US' }, { env });
    expect([began.status, began.headers.get('location')]).toEqual([303, expect.stringContaining(url)]);
    const visit = await testEnv.DB.prepare('SELECT return_url FROM connection_visits WHERE holder = ?')
      .bind(scene.creator)
      .first<{ return_url: string }>();
    expect(visit!.return_url).toMatch(new RegExp(`/embed/window/${id}/back\\?lang=de$`));
    const back = await ask(browser, `/embed/window/${id}/back?lang=de&status=connected`, { env });
    expect([back.status, back.html]).toEqual([200, expect.stringContaining('data-done="payouts"')]);
    const { codes } = await setUpFactor(browser);
    await endProofs(person);
    const late = await send(browser, path, 'begin', {}, { env });
    expect([late.status, wordsOf(late)]).toEqual([422, expect.stringContaining('Das stimmt nicht.')]);
    expect(wordsOf(await ask(browser, path, { env }))).toContain('Bestätige mit einem Code');
    // No other page of ours leads there without a proof.
    const forged = { _token: forgedToken(browser, person.id), _action: 'connect', provider: 'stripe' };
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' };
    const connections = `/app/${scene.creator}/connections`;
    expect((await ask(browser, connections, { env, headers, fields: forged })).status).toBe(422);
    const proved = await send(browser, path, 'begin', { proof: codes[0]! }, { env });
    expect([proved.status, proved.headers.get('location')]).toEqual([303, expect.stringContaining(url)]);
    const other = await openFrame(scene, { component: 'programs' });
    for (const wrong of ['payouts', 'back'])
      expect((await ask(browser, `/embed/window/${other.id}/${wrong}?lang=de`, { env })).status).toBe(404);
  });
});
