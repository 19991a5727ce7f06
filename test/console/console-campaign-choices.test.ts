// Campaign form fields whose options come from the ad account: pixels, apps, conversions and places.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CampaignWorld, campaignWorld } from '../harness/ads/campaigns.ts';
import * as meta from '../harness/ads/meta.ts';
import * as tiktok from '../harness/ads/tiktok.ts';
import * as clock from '../harness/clock.ts';
import { bring } from '../harness/pages/kept-forms.ts';
import { ask, type Browser, keptIn, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { testEnv } from '../harness/world.ts';

const TIKTOK = {
  world: tiktok.tiktokWorld,
  selection: { advertiserId: tiktok.MAIN, identityId: tiktok.IDENTITY },
  pixel: tiktok.PIXEL,
};

interface Scene {
  world: CampaignWorld;
  owner: Browser;
  form: (more?: string) => string;
}

async function sceneAt(world: CampaignWorld): Promise<Scene> {
  const owner = await signedIn(await personOf(world.brand, 'owner'));
  const form = (more = 'objective=conversions&destination=website') =>
    `/app/${world.brand.id}/campaigns/new?connection=${world.connection}&${more}`;
  return { world, owner, form };
}

let at: Scene;
beforeAll(async () => {
  at = await sceneAt(await campaignWorld());
});
afterAll(() => clock.release());

const open = ({ world, owner, form }: Scene, more?: string) =>
  ask(owner, form(more), { env: world.meta.env });
const act = ({ world, owner, form }: Scene, fields: Record<string, string>) =>
  send(owner, form(), 'create', fields, { env: world.meta.env });
/** The options of a select or list, as `value label`, with a star before the selected ones. */
function optionsOf(html: string, name: string): string[] {
  const dotted = name.replaceAll('.', '\\.');
  const [select] = new RegExp(`<select[^>]*name="${dotted}"[\\s\\S]*?</select>`).exec(html) ?? [''];
  return [...select.matchAll(/<option value="([^"]*)"( selected="")?>([^<]*)</g)].map(
    ([, value, chosen, label]) => `${chosen ? '* ' : ''}${value} ${label}`,
  );
}
const filled = (more: object = {}): Record<string, string> => ({
  name: 'Spring',
  'destination.value': 'https://shop.example/',
  optimizationEvent: 'purchase',
  creatives: at.world.submissions[0]!,
  'ad.primaryText': 'Bloom.',
  'ad.callToAction': 'shop_now',
  identity: 'brand',
  'budget.billingLimit': '1500',
  'audience.countries': 'US',
  start: 'paused',
  'audience.ageMin': '18',
  'audience.ageMax': '65',
  'audience.gender': 'all',
  'schedule.startDate': new Date(clock.now() + 86_400_000).toISOString().slice(0, 10),
  'settings.pixel': meta.PIXEL,
  ...more,
});
const campaigns = async () => (await at.world.send('GET', '/v1/campaigns?limit=100')).body.data.length;
const lookUps = async () => {
  const row = await testEnv.DB.prepare(
    "SELECT SUM(amount) AS used FROM quota_use WHERE account_id = ? AND what = 'ad_lookups'",
  )
    .bind(at.world.brand.id)
    .first<{ used: number | null }>();
  return row?.used ?? 0;
};
/** Lists are read again after a minute. */
const later = async () => {
  clock.hold(clock.now() + 61_000);
  await at.world.meta.sim('clock', { advance: 61_000 });
};

describe('a field of the campaign form', () => {
  it('offers what the ad account has, by name', async () => {
    const page = await open(at);
    expect(optionsOf(page.html, 'settings.pixel')).toEqual(['*  Select one', `${meta.PIXEL} Main pixel`]);
    expect(optionsOf(page.html, 'settings.conversion')).toEqual(['*  None', '610000000000001 Large orders']);
    expect(page.html).not.toMatch(/<input[^>]*name="settings\.(pixel|conversion)"/);
    const app = await open(at, 'objective=conversions&destination=ios_app_store');
    expect(optionsOf(app.html, 'settings.app')).toEqual(['*  Select one', '700000000000001 Sim App']);
  });

  it('asks the platform once a minute, and counts what it asks', async () => {
    await later();
    const before = await lookUps();
    await open(at);
    await open(at);
    expect((await lookUps()) - before).toBe(2);
    await later();
    const env = { ...at.world.meta.env, AD_LOOKUPS_A_DAY: '0' };
    const page = await ask(at.owner, at.form(), { env });
    expect(wordsOf(page)).toContain('An account asks ad platforms at most 0 times a day.');
    expect(page.html).toMatch(/<input[^>]*name="settings\.pixel"/);
  });

  it('keeps what was saved though the platform no longer lists it, and makes it with that', async () => {
    const { world } = at;
    await world.send('PATCH', '/v1/ad-defaults', { settings: { meta: { pixel: '699' } } });
    expect(optionsOf((await open(at)).html, 'settings.pixel')).toEqual([
      '* 699 699 (not listed by Meta)',
      `${meta.PIXEL} Main pixel`,
    ]);
    await world.send('PATCH', '/v1/ad-defaults', { settings: { meta: null } });
    // The values that were sent before the form was refused are kept as well.
    const refused = await act(at, filled({ name: '', 'settings.pixel': '698' }));
    expect([refused.status, optionsOf(refused.html, 'settings.pixel')[0]]).toEqual([
      ...[422, '* 698 698 (not listed by Meta)'],
    ]);
  });

  it('says why a list can not be read, and lets one type; the other lists are there', async () => {
    await later();
    const path = `GET ${meta.MAIN}/adspixels`;
    await at.world.meta.fault('refuse', path, { status: 400, code: 100, message: 'No', times: 1 });
    const page = await open(at);
    expect(page.status).toBe(200);
    expect(wordsOf(page)).toMatch(/Couldn’t load options from Meta\. Meta rejected .*\. Enter the ID\./);
    expect(page.html).toMatch(/<input[^>]*name="settings\.pixel"/);
    expect(optionsOf(page.html, 'settings.conversion')).toHaveLength(2);
    const made = await act(at, filled());
    expect(made.status).toBe(303);
    // A failed read is not cached.
    expect(optionsOf((await open(at)).html, 'settings.pixel')).toHaveLength(2);
  });

  it('is searched where its list is long, also by Enter, which makes nothing before', async () => {
    await later();
    const nodes = Array.from({ length: 230 }, (_, n) => ({
      id: String(770_000_000_000 + n),
      is_unavailable: false,
      name: n < 2 ? 'Twin' : `Shop ${n}`,
    }));
    await at.world.meta.sim('add', { kind: 'pixel', parent: meta.MAIN, nodes });
    const first = await open(at);
    expect(optionsOf(first.html, 'settings.pixel')).toHaveLength(51);
    expect(wordsOf(first)).toMatch(/Search pixel .*There are more than are shown here/);
    expect(first.html).toContain('name="_found" value="_find.settings.pixel="');
    const search = { '_find.settings.pixel': 'shop 22', _found: '_find.settings.pixel=' };
    const before = await campaigns();
    for (const way of [{ _again: '1' }, { _enter: '1' }]) {
      const found = await act(at, filled({ ...search, ...way }));
      expect([found.status, optionsOf(found.html, 'settings.pixel')]).toEqual([
        200,
        [
          `* ${meta.PIXEL} Main pixel`,
          ...[229, 228, 227, 226, 225, 224, 223, 222, 221, 220, 22].map(
            (n) => `${770_000_000_000 + n} Shop ${n}`,
          ),
        ],
      ]);
      expect(found.html).toContain('value="Spring"');
      expect(found.html).toContain('name="_found" value="_find.settings.pixel=shop 22"');
    }
    const twins = await act(at, filled({ '_find.settings.pixel': 'TWIN', _again: '1' }));
    expect(optionsOf(twins.html, 'settings.pixel').slice(1)).toEqual([
      ...['770000000001 Twin (770000000001)', '770000000000 Twin (770000000000)'],
    ]);
    const none = await act(at, filled({ '_find.settings.pixel': 'zzz', _again: '1' }));
    expect(wordsOf(none)).toContain('No results.');
    expect(await campaigns()).toBe(before);
    // If the search text has not changed since its results were shown, Enter does nothing.
    const seen = { ...search, _found: '_find.settings.pixel=shop 22', _enter: '1' };
    expect((await act(at, filled(seen))).status).toBe(303);
    expect(await campaigns()).toBe(before + 1);
  });

  it('takes several places, and places that were typed', async () => {
    const there = await sceneAt(await campaignWorld(TIKTOK));
    const page = await open(there);
    const checked = (html: string) =>
      [...html.matchAll(/name="settings\.locations" value="(\d+)" checked/g)].map(([, id]) => id);
    expect(page.html).toMatch(
      /name="settings\.locations" value="5332921"[\s\S]{0,200}California, United States/,
    );
    expect(checked(page.html)).toEqual([]);
    const fields = {
      ...filled({ 'settings.pixel': tiktok.PIXEL, creatives: there.world.submissions[0]!, name: 'Coast' }),
    };
    const kept = await act(there, {
      ...fields,
      'settings.locations': '5332921',
      '_find.settings.locations': 'ont',
      _again: '1',
    });
    expect(checked(kept.html)).toEqual(['5332921']);
    expect(kept.html).toContain('value="6093943"');
    const made = await act(there, { ...fields, 'settings.locations': '5332921, 6093943' });
    expect(made.status).toBe(303);
    const id = made.headers.get('location')!.split('/').at(-1);
    const read = await there.world.send('GET', `/v1/campaigns/${id}`);
    expect(read.body.data.settings).toMatchObject({
      pixel: tiktok.PIXEL,
      locations: ['5332921', '6093943'],
    });
  });
});

describe('the campaign form of an ended session', () => {
  it('comes back whole, and is made when it is sent', async () => {
    const { owner, form, world } = at;
    const [browser, before] = [{ cookies: new Map(owner.cookies) }, await campaigns()];
    const page = await open({ ...at, owner: browser });
    browser.cookies.delete('__Host-session');
    const text = `${'Kühl & <stark>, “über Nacht”. '.repeat(60)}\r\nEnde`;
    const fields = filled({ 'ad.primaryText': text, start: 'planned' });
    const more = { env: world.meta.env };
    const gate = await sendShown(browser, form(), page, 'create', fields, more);
    expect([gate.status, /Spring|Kühl/.test(gate.html)]).toEqual([401, false]);
    // One text has 1,700 characters.
    expect(gate.html.length).toBeLessThan(10_000);
    browser.cookies.set('__Host-session', owner.cookies.get('__Host-session')!);
    const again = await bring(browser, keptIn(gate)!, form(), world.meta.env);
    for (const [name, value] of Object.entries(fields)) {
      const shown = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const ticked = `name="${name}" value="${shown}" checked`;
      const typed = [
        `<input[^>]*name="${name}"[^>]*value="${shown}"`,
        `<textarea[^>]*name="${name}"[^>]*>${shown}</textarea>`,
        `<select[^>]*name="${name}"[^>]*>(?:(?!</select>)[^])*<option value="${shown}" selected`,
      ];
      // A checkbox or radio button has its value whether or not it is checked.
      const isBox = new RegExp(`type="(checkbox|radio)"[^>]*name="${name}"`).test(page.html);
      expect(again.html, name).toMatch(new RegExp(isBox ? ticked : typed.join('|')));
    }
    expect(await campaigns()).toBe(before);
    const done = await sendShown(browser, form(), again, 'create', { ...fields, start: 'paused' }, more);
    expect([done.status, await campaigns()]).toEqual([303, before + 1]);
  });
});
