// The pages of agreements: an account uploads one, sees who accepted it and who has not, and replaces its document.
import { expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { media, processAt } from '../harness/files.ts';
import { ask, type Browser, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { mintCreator } from '../harness/work/creators.ts';
import { mintProgram } from '../harness/work/programs.ts';
import { call, type Minted, mintAccount, testEnv } from '../harness/world.ts';

const MOST_TRIPS = 3;
/** Reads an uploaded file at once. */
const env = { ...testEnv, JOBS: { send: ({ id }: { id: string }) => processAt(clock.now(), id) } as never };
const pdf = () => ({ file: new File([media.pdf as Uint8Array<ArrayBuffer>], 'terms.pdf') });
const words = async (who: Browser, path: string) => wordsOf(await ask(who, path));

async function office() {
  const [brand, partner] = [await mintAccount(), await mintAccount('partner')];
  const as = async (role: 'owner' | 'member') => await signedIn(await personOf(brand, role));
  const to = (path = '') => `/app/${brand.id}/agreements${path}`;
  return { brand, partner, as, to };
}

/** A creator of the partner that the brand invites to a program. */
async function invited(brand: Minted, partner: Minted, program: string, name: string) {
  const creator = (await mintCreator(partner.key, { name, visibility: 'network' })).id as string;
  const { body } = await call('POST', '/v1/applications', { key: brand.key, body: { program, creator } });
  const accept = () =>
    call('PATCH', `/v1/applications/${body.data.id}`, {
      key: partner.key,
      as: creator,
      body: { status: 'approved' },
    });
  return { creator, accept };
}

it('upload one, say who accepted it and who has not, replace its document and archive it', async () => {
  const { brand, partner, as, to } = await office();
  const owner = await as('owner');
  expect(await words(owner, to())).toMatch(/No agreements yet.*Upload a PDF/);
  const fields = { title: 'House terms', description: 'What holds for all.' };
  const without = await send(owner, to('/new'), 'create', fields, { files: {}, env });
  expect([without.status, wordsOf(without)]).toEqual([422, expect.stringContaining('Choose a PDF.')]);
  const made = await send(owner, to('/new'), 'create', fields, { files: pdf(), env });
  const there = made.headers.get('location')!.split('?')[0]!;
  const id = there.split('/').at(-1)!;
  expect(await words(owner, there)).toMatch(
    /What holds for all\..*terms\.pdf.*Programs that name it.*None\. Choose it when you edit a program\..*Nobody/,
  );
  const program = await mintProgram(brand.key, {
    name: 'Spring',
    status: 'live',
    visibility: 'network',
    agreements: [id],
  });
  const [ada, bo] = [
    await invited(brand, partner, program.id, 'Ada Stone'),
    await invited(brand, partner, program.id, 'Bo Reed'),
  ];
  await ada.accept();
  const page = await ask(owner, there);
  expect(wordsOf(page)).toMatch(/Accepted 1.*Not accepted 1.*Spring.*Bo Reed Spring/);
  expect(wordsOf(page)).not.toContain('Ada Stone');
  expect(page.html).toContain(`href="/app/${brand.id}/creators/${bo.creator}"`);
  expect(page.html).toContain(`href="/app/${brand.id}/programs/${program.id}"`);
  const accepted = await words(owner, `${there}?view=accepted`);
  expect(accepted).toMatch(/Ada Stone Version 1 Spring/);
  expect(accepted).not.toContain('Bo Reed');
  expect(await words(owner, to())).toMatch(/House terms Version 1 Active Programs that name it 1 1/);
  expect(await words(owner, `/app/${brand.id}/programs/${program.id}`)).toMatch(/Agreements House terms/);
  expect(await words(owner, `/app/${brand.id}/creators/${ada.creator}`)).toMatch(/Agreements.*House terms 1/);
  expect(await words(owner, `/app/${brand.id}/find?q=${id}`)).toContain('Agreement');

  // A new version: everybody is asked again, and what they accepted before stays.
  const stale = await ask(owner, `${there}/new-version`);
  const published = await send(
    owner,
    `${there}/new-version`,
    'publish',
    { title: 'House terms', description: '', _seen: '1' },
    { files: pdf(), env },
  );
  expect(published.headers.get('location')).toContain(there);
  expect(await words(owner, there)).toMatch(/version 2.*Ada Stone/);
  expect(await words(owner, `${there}?view=accepted`)).toMatch(/Ada Stone Version 1/);
  expect(await words(owner, `${there}?view=versions`)).toMatch(
    /Version 2 .*terms\.pdf.*Version 1 .*terms\.pdf/,
  );
  const files = () =>
    testEnv.DB.prepare('SELECT COUNT(*) AS n FROM files WHERE owner_id = ?').bind(brand.id).first('n');
  const before = await files();
  const late = await sendShown(
    owner,
    `${there}/new-version`,
    stale,
    'publish',
    { ...fields, _seen: '1' },
    { files: pdf(), env },
  );
  expect([late.status, await files()]).toEqual([409, before]);

  await send(owner, there, 'apply', { applicability: 'retainer', _seen: '2' });
  expect(await words(owner, there)).toMatch(/Applies to Retainers/);
  expect((await send(owner, there, 'archive', { _seen: '2' })).status).toBe(409);
  expect((await send(owner, there, 'archive', { _seen: '3' })).status).toBe(303);
  const archived = await ask(owner, there);
  expect(wordsOf(archived)).toMatch(/Archived.*Nobody has to accept it/);
  expect(archived.html).not.toMatch(/name="_action" value="(apply|archive)"|new-version/);
  expect(await words(owner, `${there}/new-version`)).toContain('gets no new version');
});

it('keep the PDF with a form that is refused, and take it once', async () => {
  const { brand, as, to } = await office();
  const owner = await as('owner');
  const page = await ask(owner, to('/new'));
  const refused = await sendShown(owner, to('/new'), page, 'create', { title: '' }, { files: pdf(), env });
  expect(refused.status).toBe(422);
  const [, attached] = /name="attached" value="([^"]+)"/.exec(refused.html)!;
  const send2 = () =>
    sendShown(owner, to('/new'), refused, 'create', { title: 'Terms', attached: attached! }, { env });
  const twice = [await send2(), await send2()].map(({ headers }) => headers.get('location'));
  expect(twice[0]).toBe(twice[1]);
  const list = await call('GET', '/v1/agreements', { key: brand.key });
  expect(list.body.data).toMatchObject([{ title: 'Terms', latestVersion: { file: attached } }]);
  const wrong = { file: new File(['no PDF'], 'terms.pdf') };
  const bad = await send(owner, to('/new'), 'create', { title: 'Terms' }, { files: wrong, env });
  expect([bad.status, bad.html]).toEqual([422, expect.not.stringContaining('name="attached"')]);
});

it('are read by members, changed by owners and admins, missing to others, and never asked of a creator', async () => {
  const { brand, partner, as, to } = await office();
  const owner = await as('owner');
  const made = await send(owner, to('/new'), 'create', { title: 'Terms' }, { files: pdf(), env });
  const there = made.headers.get('location')!.split('?')[0]!;
  const program = await mintProgram(brand.key, {
    status: 'live',
    visibility: 'network',
    agreements: [there.split('/').at(-1)!],
  });
  await (await invited(brand, partner, program.id, 'Ada')).accept();
  await invited(brand, partner, program.id, 'Bo');
  for (const path of [to(), there, `${there}?view=accepted`, `${there}?view=versions`]) {
    const { env: counted, count } = countTrips();
    expect((await ask(owner, path, { env: counted })).status, path).toBe(200);
    expect(count(), path).toBeLessThanOrEqual(MOST_TRIPS);
  }
  const member = await as('member');
  const read = await ask(member, there);
  expect(wordsOf(read)).toMatch(/Owners and admins of the account change agreements\..*Bo/);
  expect(read.html).not.toContain('name="_action" value="archive"');
  expect((await ask(member, to('/new'))).status).toBe(403);
  expect((await ask(member, `${there}/new-version`)).status).toBe(403);
  const stranger = await signedIn(await personOf(await mintAccount(), 'owner'));
  expect((await ask(stranger, there)).status).toBe(404);
  const other = await signedIn(await personOf(partner, 'owner'));
  expect((await ask(other, there.replace(brand.id, partner.id))).status).toBe(404);
});
