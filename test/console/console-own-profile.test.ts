// A creator's own profile: written by its person alone, read by accounts as far as they may.
import { expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { media, processAt } from '../harness/files.ts';
import { ask, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { mintCreator } from '../harness/work/creators.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

it('is written by the creator, keeps what the form does not show, and is nobody else’s page', async () => {
  const brand = await mintAccount();
  const creator = (await mintCreator(brand.key)).id;
  const inner = {
    interests: ['fitness_yoga', 'travel'],
    creativeStyles: ['unboxing'],
    birthDate: '1999-02-03',
  };
  const patched = await call('PATCH', `/v1/creators/${creator}`, {
    key: brand.key,
    as: creator,
    body: inner,
  });
  expect(patched.status).toBe(200);
  const actor = await personOf(await mintAccount());
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
    .bind(creator, actor.callerId)
    .run();
  const own = await signedIn(actor);
  const page = `/app/${creator}/profile`;
  const shown = await ask(own, page);
  expect(wordsOf(shown)).toMatch(
    /Creator profile.*Voiceover and B-roll.*What they are about.*Food and drink/,
  );
  expect(shown.html).toMatch(/value="fitness" checked/);
  const fields = {
    name: 'Mia Sun',
    handle: `mia.${creator.slice(-8)}`,
    phone: '',
    location: 'Lisbon',
    bio: 'I walk a lot.',
    'platformHandles.instagram': '@mia.walks',
    'platformHandles.tiktok': '',
    birthDate: '1999-02-03',
    gender: 'woman',
    visibility: 'private',
    creativeStyles: 'comedy_skit',
    interests: 'fitness',
  };
  const refused = await send(own, page, 'save', { ...fields, phone: 'soon' });
  expect([refused.status, refused.html.includes('field-error')]).toEqual([422, true]);
  const saved = await send(own, page, 'save', fields);
  expect(saved.status).toBe(303);
  const row = await testEnv.DB.prepare('SELECT * FROM creators WHERE id = ?')
    .bind(creator)
    .first<Record<string, string>>();
  expect(row).toMatchObject({
    name: 'Mia Sun',
    location: 'Lisbon',
    birth_date: '1999-02-03',
    gender: 'woman',
  });
  expect(JSON.parse(row!.interests!)).toEqual(['fitness_yoga']);
  expect(JSON.parse(row!.creative_styles!)).toEqual(['comedy_skit']);
  const files = { picture: new Blob([media.png as Uint8Array<ArrayBuffer>]) };
  const env = { ...testEnv, JOBS: { send: ({ id }: { id: string }) => processAt(clock.now(), id) } as never };
  expect((await send(own, page, 'picture', {}, { files, env })).status).toBe(303);
  expect((await ask(own, page)).html).toContain('alt="Mia Sun"');
  expect((await send(own, page, 'removePicture')).status).toBe(303);
  expect((await ask(own, page)).html).not.toContain('alt="Mia Sun"');
  expect((await sendShown(own, page, shown, 'save', fields)).status).toBe(409);

  const owner = await signedIn(await personOf(brand));
  expect((await ask(owner, `/app/${brand.id}/profile`)).status).toBe(404);
  expect((await ask(owner, page)).status).toBe(404);
});
