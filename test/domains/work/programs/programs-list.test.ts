import { describe, expect, it } from 'vitest';
import { programOperations } from '../../../../src/domains/work/programs/operations.ts';
import { performed, personOf } from '../../../harness/people/person.ts';
import { holdsOf, mintAgreement, mintFile } from '../../../harness/work/creators.ts';
import { mintProgram, patchProgram } from '../../../harness/work/programs.ts';
import { call, mintAccount } from '../../../harness/world.ts';

describe('GET /v1/programs', () => {
  it('leaves archived programs out unless asked, and pages newest first', async () => {
    const brand = await mintAccount();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await mintProgram(brand.key, { name: `P${i}` })).id);
    await patchProgram(brand.key, ids[1]!, { status: 'archived' });
    await patchProgram(brand.key, ids[2]!, { status: 'live' });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = `limit=2${cursor ? `&cursor=${cursor}` : ''}`;
      const page = await call('GET', `/v1/programs?${query}`, { key: brand.key });
      seen.push(...page.body.data.map((one: { id: string }) => one.id));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(seen).toEqual([ids[0], ids[2], ids[3], ids[4]]);
    const archived = await call('GET', '/v1/programs?status=archived', { key: brand.key });
    expect(archived.body.data.map((one: { id: string }) => one.id)).toEqual([ids[1]]);
    const two = await call('GET', '/v1/programs?status=archived,live', { key: brand.key });
    expect(two.body.data.map((one: { id: string }) => one.id)).toEqual([ids[1], ids[2]]);
    expect((await call('GET', '/v1/programs?status=gone', { key: brand.key })).status).toBe(400);
    expect((await call('GET', '/v1/programs?state=live', { key: brand.key })).status).toBe(400);
  });

  it('with scope=network lists live network programs of others, without budget and stats', async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const shown = await mintProgram(brand.key, {
      status: 'live',
      visibility: 'network',
      limits: { budget: 500 },
    });
    const hidden = [
      await mintProgram(brand.key, { status: 'live' }),
      await mintProgram(brand.key, { visibility: 'network' }),
    ];
    const list = (await call('GET', '/v1/programs?scope=network&limit=100', { key: other.key })).body.data;
    const ids = list.map((one: { id: string }) => one.id);
    expect(ids).toContain(shown.id);
    for (const one of hidden) expect(ids).not.toContain(one.id);
    const seen = (await call('GET', `/v1/programs/${shown.id}`, { key: other.key })).body.data;
    expect(seen).toMatchObject({ limits: { budget: null }, stats: null });
    const own = (await call('GET', '/v1/programs?scope=network&limit=100', { key: brand.key })).body.data;
    expect(own.map((one: { id: string }) => one.id)).not.toContain(shown.id);
  });

  it('with scope=network finds programs by platform and by how the name begins, together and page by page', async () => {
    const [brand, other, reader] = [await mintAccount(), await mintAccount(), await mintAccount()];
    const open = async (name: string, platforms: string[], more: object = {}) =>
      (
        await mintProgram(brand.key, {
          ...{ name, platforms, status: 'live', visibility: 'network' },
          ...more,
        })
      ).id;
    const found = async (query: string, key = reader.key) => {
      const { status, body } = await call('GET', `/v1/programs?scope=network&account=${brand.id}${query}`, {
        key,
      });
      expect(status, query).toBe(200);
      return body.data.map((one: { id: string }) => one.id);
    };
    const tiktok = await open('Zephyr one', ['tiktok', 'meta']);
    const any = await open('zephyr two', []);
    const google = await open('Zephyr_three', ['google']);
    await open('Zephyr of a few', ['tiktok'], { visibility: 'invite' });
    await open('Zephyr to come', ['tiktok'], { status: 'draft' });
    expect(await found('&platform=tiktok')).toEqual([any, tiktok]);
    expect(await found('&platform=google')).toEqual([google, any]);
    expect(await found('&platform=snapchat')).toEqual([any]);
    expect(await found('&q=ZEPHYR')).toEqual([google, any, tiktok]);
    expect(await found('&q=zephyr_')).toEqual([google]);
    expect(await found('&q=ephyr')).toEqual([]);
    expect(await found('&q=zephyr&platform=tiktok&sort=createdAt')).toEqual([tiktok, any]);
    expect(await found('&q=zephyr&status=draft')).toEqual([]);
    const accented = await open('Élan Öl', ['snapchat']);
    for (const q of ['él', 'ÉLAN ö', 'élan Öl', 'Él'])
      expect(await found(`&q=${encodeURIComponent(q)}`), q).toEqual([accented]);
    // Nobody is shown an offer of its own, and another account's filter finds nothing here.
    expect(await found('&q=zephyr&platform=tiktok', brand.key)).toEqual([]);
    await patchProgram(brand.key, tiktok, { status: 'paused' });
    expect(await found('&platform=meta')).toEqual([any]);
    await patchProgram(brand.key, google, { platforms: ['tiktok'] });
    expect(await found('&platform=tiktok')).toEqual([google, any]);
    expect(await found('&platform=google')).toEqual([any]);
    const first = await call('GET', '/v1/programs?scope=network&platform=tiktok&limit=1', other);
    const next = `/v1/programs?scope=network&limit=1&cursor=${first.body.nextCursor}`;
    expect((await call('GET', `${next}&platform=tiktok`, other)).body.data).toEqual([
      expect.objectContaining({ id: any }),
    ]);
    expect((await call('GET', `${next}&platform=meta`, other)).status).toBe(400);
    const own = await call('GET', '/v1/programs?platform=tiktok&q=zephyr', brand);
    expect(own.body.data.map((one: { name: string }) => one.name)).toEqual([
      ...['Zephyr to come', 'Zephyr of a few', 'Zephyr_three', 'zephyr two', 'Zephyr one'],
    ]);
  });

  it('with agreement lists the own programs that name it', async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const agreement = await mintAgreement(brand.id);
    const naming = await mintProgram(brand.key, { name: 'Naming', agreements: [agreement] });
    await mintProgram(brand.key, { name: 'Not naming' });
    const listed = async (query: string, key = brand.key) =>
      (await call('GET', `/v1/programs?agreement=${agreement}${query}`, { key })).body.data?.map(
        (one: { id: string }) => one.id,
      );
    expect(await listed('')).toEqual([naming.id]);
    expect(await listed('&q=nam')).toEqual([naming.id]);
    expect(await listed('&q=not')).toEqual([]);
    expect(await listed('', other.key)).toEqual([]);
    const network = await call('GET', `/v1/programs?scope=network&agreement=${agreement}`, brand);
    expect([network.status, network.body.error.message]).toEqual([
      400,
      'agreement: searches your own programs, without scope.',
    ]);
  });
});

it('names programs by ID and the newest ones, to whoever may see them', async () => {
  const [brand, other] = [await mintAccount(), await mintAccount()];
  const [old, archived] = [await mintProgram(brand.key), await mintProgram(brand.key)];
  await patchProgram(brand.key, archived.id, { status: 'archived' });
  const foreign = await mintProgram(other.key);
  const named = async (body: { programs: string[]; newest?: boolean }) =>
    (await performed(await personOf(brand, 'member'), programOperations.listProgramNames, { body })).names;
  const [first, second] = [old, archived].map(({ id, name }) => ({ id, name }));
  expect(await named({ programs: [old.id, foreign.id, 'odd'] })).toEqual([first]);
  expect(await named({ programs: [foreign.id], newest: true })).toEqual([second, first]);
  expect(await named({ programs: [] })).toEqual([]);
});

describe('the image of a program', () => {
  it('is shown by a link, and its file stays for as long as the program shows it', async () => {
    const brand = await mintAccount();
    const image = await mintFile(brand.id, 'program_image', { type: 'image/png' });
    const made = await mintProgram(brand.key, { image });
    expect(made.image).toMatchObject({ fileId: image, width: 640, height: 480 });
    expect(made.image.url).toContain(`/files/${image}?`);
    const listed = (await call('GET', '/v1/programs', { key: brand.key })).body.data;
    expect(listed[0].image.fileId).toBe(image);
    expect(await holdsOf(image)).toBe(1);
    expect((await patchProgram(brand.key, made.id, { image: null })).body.data.image).toBe(null);
    expect(await holdsOf(image)).toBe(0);
    const foreign = await mintFile((await mintAccount()).id, 'program_image', { type: 'image/png' });
    expect((await patchProgram(brand.key, made.id, { image: foreign })).body.error.details.reason).toBe(
      'file_not_found',
    );
  });
});
