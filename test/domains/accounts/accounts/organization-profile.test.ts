// An account's profile in the business API.
import { describe, expect, inject, it, vi } from 'vitest';
import { importPictures } from '../../../../src/domains/accounts/accounts/import-pictures.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { processAt } from '../../../harness/files.ts';
import { holdsOf, mintFile } from '../../../harness/work/creators.ts';
import { call, type Minted, mintAccount, testEnv, withVars } from '../../../harness/world.ts';

const PICTURE = `${inject('simulators')}/_sim/picture.png`;
const MIB = 1024 * 1024;
/** The simulators stand on this machine. */
const local = withVars(testEnv, { ALLOW_LOCAL_URLS: 'true' });
const read = async ({ key }: Minted) => (await call('GET', '/organization/profile', { key })).body.data;
const patch = ({ key }: Minted, body: unknown, env = local) =>
  call('PATCH', '/organization/profile', { key, body, env });
const pictureOf = async ({ key }: Minted) =>
  (await call('GET', '/v1/account', { key })).body.data.profilePicture;
const texts = {
  name: 'Fern',
  publicDescription: 'Shoes.\nFor walking.',
  creatorRecruitmentHeadline: 'Walk with us.',
  creatorRecruitmentDescription: 'We pay on Fridays.',
};

/** Runs the job. @param later milliseconds from now. */
async function importAt(later = 0): Promise<void> {
  await importPictures(systemCtx(local, clock.now() + later));
}

async function imported(owner: Minted, url: string): Promise<string> {
  expect((await patch(owner, { imageUrl: url })).status).toBe(200);
  await importAt();
  const { results } = await testEnv.DB.prepare('SELECT file_id FROM picture_imports WHERE account_id = ?')
    .bind(owner.id)
    .all<{ file_id: string }>();
  await processAt(clock.now(), results[0]!.file_id);
  await importAt(MINUTE_MS);
  return results[0]!.file_id;
}

describe('the texts of a profile', () => {
  it("are the account's, empty where there are none, and an empty one clears", async () => {
    const brand = await mintAccount();
    expect(await read(brand)).toMatchObject({
      id: brand.id,
      publicDescription: '',
      creatorRecruitmentHeadline: '',
      creatorRecruitmentDescription: '',
      imageUrl: '',
      imageProblem: null,
    });
    const changed = await patch(brand, texts);
    expect(changed.body.data).toMatchObject({ ...texts, version: 2 });
    expect(await read(brand)).toEqual(changed.body.data);
    const { data } = (await call('GET', '/v1/account', { key: brand.key })).body;
    expect(data).toMatchObject({
      name: 'Fern',
      description: texts.publicDescription,
      recruitment: { headline: 'Walk with us.', description: 'We pay on Fridays.' },
    });
    const cleared = await patch(brand, { publicDescription: '', creatorRecruitmentHeadline: ' ' });
    expect(cleared.body.data).toMatchObject({
      ...texts,
      publicDescription: '',
      creatorRecruitmentHeadline: '',
      version: 3,
    });
  });

  it('are refused where v1 refuses them, each with its path, and nothing else is taken', async () => {
    const brand = await mintAccount();
    for (const [path, body] of [
      ['/name', { name: '' }],
      ['/name', { name: 'x'.repeat(161) }],
      ['/name', { name: 'Service' }],
      ['/creatorRecruitmentHeadline', { creatorRecruitmentHeadline: 'a\nb' }],
      ['/publicDescription', { publicDescription: 'x'.repeat(2001) }],
      ['/publicDescription', { publicDescription: null }],
      ['/imageUrl', { imageUrl: `https://a.example.com/${'x'.repeat(2000)}` }],
      ['/version', { version: 1 }],
    ] as const) {
      const answer = await patch(brand, body);
      expect([path, answer.status, answer.body.error.details[0].path]).toEqual([path, 422, path]);
    }
    expect((await read(brand)).version).toBe(1);
  });
});

describe('the picture of a profile', () => {
  it('changes nothing when what GET answered is sent back, at any time', async () => {
    const brand = await mintAccount();
    const back = async () => {
      const { name, publicDescription, creatorRecruitmentHeadline, creatorRecruitmentDescription, imageUrl } =
        await read(brand);
      const before = await read(brand);
      const answer = await patch(brand, {
        name,
        publicDescription,
        creatorRecruitmentHeadline,
        creatorRecruitmentDescription,
        imageUrl,
      });
      const linkless = ({ imageUrl: url, ...rest }: { imageUrl: string }) => ({
        ...rest,
        image: url.split('?')[0],
      });
      expect(linkless(answer.body.data)).toEqual(linkless(before));
      expect(linkless(await read(brand))).toEqual(linkless(before));
    };
    await back();
    const fail = async () => {
      await patch(brand, { imageUrl: `${PICTURE}?status=404` });
      await importAt();
      expect((await read(brand)).imageProblem).toMatch(/status 404/);
    };
    await fail();
    await back();
    await patch(brand, { ...texts, imageUrl: PICTURE });
    await back();
    const file = await imported(brand, PICTURE);
    expect((await read(brand)).imageUrl).toContain(`/files/${file}?`);
    await back();
    await fail();
    await back();
    expect(await holdsOf(file)).toBe(1);
    expect(await pictureOf(brand)).toBe(file);
  });

  it('is fetched by the job, shown when it is ready, and the one before is let go of', async () => {
    const brand = await mintAccount();
    const first = await imported(brand, PICTURE);
    const asked = await patch(brand, { imageUrl: `${PICTURE}?pad=${20 * MIB - 71}` });
    expect(asked.body.data.imageUrl).toBe(`${PICTURE}?pad=${20 * MIB - 71}`);
    expect(await pictureOf(brand)).toBe(first);
    const second = await imported(brand, `${PICTURE}?pad=${20 * MIB - 71}`);
    expect(await pictureOf(brand)).toBe(second);
    expect([await holdsOf(first), await holdsOf(second)]).toEqual([0, 1]);
    expect((await patch(brand, { imageUrl: '' })).body.data.imageUrl).toBe('');
    expect([await pictureOf(brand), await holdsOf(second)]).toEqual([null, 0]);
  });

  it('is one of ours by its link, if it is ready and of this account', async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const link = (id: string) => `https://service.test/files/${id}?expires=1&signature=0`;
    const own = await mintFile(brand.id, 'profile_picture', { type: 'image/png' });
    expect((await patch(brand, { imageUrl: link(own) })).body.data.imageUrl).toContain(`/files/${own}?`);
    const foreign = await mintFile(other.id, 'profile_picture');
    const chat = await mintFile(brand.id, 'chat_attachment');
    for (const id of [foreign, chat, `file_${'0'.repeat(26)}`])
      expect((await patch(brand, { imageUrl: link(id) })).body.error.code).toBe('operation_rejected');
    expect(await pictureOf(brand)).toBe(own);
  });

  it('is never asked of an address that a webhook could not have', async () => {
    const brand = await mintAccount();
    for (const imageUrl of [
      'http://a.example.com/x.png',
      'https://10.0.0.1/x.png',
      'https://a.internal/x.png',
      'https://user:pass@a.example.com/x.png',
      'https://a.example.com:22/x.png',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'x',
    ]) {
      const answer = await patch(brand, { imageUrl }, testEnv);
      expect([imageUrl, answer.status, answer.body.error.details[0].path]).toEqual([
        imageUrl,
        422,
        '/imageUrl',
      ]);
    }
    // The job asks none either, whatever was taken before.
    await patch(brand, { imageUrl: PICTURE });
    await importPictures(systemCtx(testEnv, clock.now()));
    expect((await read(brand)).imageProblem).toMatch(/https/);
  });

  it('that cannot be had says why, and the one before stays', async () => {
    const brand = await mintAccount();
    const kept = await imported(brand, PICTURE);
    for (const [query, problem] of [
      ['?status=404', /status 404/],
      ['?status=302', /another one/],
      [`?pad=${20 * MIB}`, /20 MiB/],
    ] as const) {
      await patch(brand, { imageUrl: PICTURE + query });
      await importAt();
      const seen = await read(brand);
      expect(seen.imageProblem).toMatch(problem);
      expect(seen.imageUrl).toContain(`/files/${kept}?`);
    }
    await patch(brand, { imageUrl: `${inject('simulators')}/_sim/file/10` });
    await importAt();
    expect((await read(brand)).imageProblem).toMatch(/PNG, JPEG or WebP/);
    expect(await pictureOf(brand)).toBe(kept);
    // Sent once more it is asked once more; what no answer may change is given up after three tries.
    await patch(brand, { imageUrl: `${PICTURE}?status=503` });
    for (const minutes of [0, 3, 20]) {
      expect((await read(brand)).imageProblem).toBeNull();
      await importAt(minutes * MINUTE_MS);
    }
    expect((await read(brand)).imageProblem).toMatch(/status 503/);
  });

  it('is waited for 10 seconds, for its answer and for all of its bytes', async () => {
    const brand = await mintAccount();
    await patch(brand, { imageUrl: PICTURE });
    for (const [tries, slow] of ['answer', 'body', 'body'].entries()) {
      await testEnv.DB.prepare('UPDATE picture_imports SET url = ? WHERE account_id = ?')
        .bind(`${PICTURE}?slow=${slow}`, brand.id)
        .run();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const answers = vi.spyOn(globalThis, 'fetch');
      const run = importAt([0, 3, 20][tries]! * MINUTE_MS);
      while (answers.mock.results.length === 0) await scheduler.wait(1);
      if (slow === 'body') await answers.mock.results[0]!.value;
      vi.advanceTimersByTime(9_999);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      await run;
      vi.useRealTimers();
      answers.mockRestore();
    }
    expect((await read(brand)).imageProblem).toBe('The URL gave no complete answer within 10 seconds.');
  });

  it('gives way to what was asked for later, whenever that comes', async () => {
    const brand = await mintAccount();
    const own = await mintFile(brand.id, 'profile_picture', { type: 'image/png' });
    await patch(brand, { imageUrl: PICTURE });
    await call('PATCH', '/v1/account', { key: brand.key, body: { profilePicture: own } });
    await importAt();
    expect(await pictureOf(brand)).toBe(own);
    expect((await read(brand)).imageUrl).toContain(`/files/${own}?`);
    await patch(brand, { imageUrl: PICTURE });
    await importAt();
    const { results } = await testEnv.DB.prepare('SELECT file_id FROM picture_imports WHERE account_id = ?')
      .bind(brand.id)
      .all<{ file_id: string }>();
    await processAt(clock.now(), results[0]!.file_id);
    await patch(brand, { imageUrl: `${PICTURE}?pad=1` });
    await importAt(MINUTE_MS);
    expect(await pictureOf(brand)).toBe(own);
    expect((await read(brand)).imageUrl).toBe(`${PICTURE}?pad=1`);
  });

  it('is taken from URLs 20 times a day', async () => {
    const brand = await mintAccount();
    await patch(brand, { imageUrl: PICTURE });
    await testEnv.DB.prepare(
      "UPDATE quota_use SET amount = 20 WHERE account_id = ? AND what = 'profile_pictures'",
    )
      .bind(brand.id)
      .run();
    expect((await patch(brand, { imageUrl: PICTURE })).status).toBe(200);
    expect((await patch(brand, { imageUrl: `${PICTURE}?pad=1` })).status).toBe(429);
  });
});
