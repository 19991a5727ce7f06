// The URL of a post: it must be on the right platform, and a post has one URL however its link was shared.
import { describe, expect, it } from 'vitest';
import { PROGRAM_PLATFORMS } from '../../../../src/domains/work/program-terms/program.ts';
import { postUrl } from '../../../../src/domains/work/submissions/post-url.ts';
import {
  mintPair,
  mintSubmission,
  mintVideo,
  patch,
  read,
  submit,
} from '../../../harness/work/submissions.ts';

const TIKTOK = 'https://www.tiktok.com/@me/video/1';
const YOUTUBE = 'https://www.youtube.com/watch?v=aB-c_9';

describe('the form in which a URL is kept', () => {
  it.each([
    ['tiktok', 'HTTP://TikTok.com/%40Me/video/1/?is_from_webapp=1&sender_device=pc&_r=1#top', TIKTOK],
    ['tiktok', 'https://m.tiktok.com//@me/video/1?utm_source=x&utm_medium=y', TIKTOK],
    ['tiktok', 'https://vm.tiktok.com/ZMabc/?_t=1', 'https://vm.tiktok.com/ZMabc'],
    ['instagram', 'https://instagram.com/reel/Cx1/?igsh=abc&igshid=d', 'https://www.instagram.com/p/Cx1'],
    ['instagram', 'https://www.instagram.com/me/p/Cx1/', 'https://www.instagram.com/p/Cx1'],
    ['meta', 'https://instagr.am/p/Cx1', 'https://www.instagram.com/p/Cx1'],
    ['meta', 'https://m.facebook.com/watch/?fbclid=z&v=77', 'https://www.facebook.com/watch?v=77'],
    ['meta', 'https://web.facebook.com/reel/77?v=1&mibextid=q', 'https://www.facebook.com/reel/77'],
    ['meta', 'https://fb.watch/abc_/', 'https://fb.watch/abc_'],
    ['google', 'https://youtu.be/aB-c_9?si=share&t=3', YOUTUBE],
    ['google', 'https://youtube.com/shorts/aB-c_9?feature=share', YOUTUBE],
    ['google', 'https://m.youtube.com/watch?gclid=1&v=aB-c_9&list=x&pp=y', YOUTUBE],
    ['snapchat', 'https://snapchat.com/spotlight/W7x?share_id=1', 'https://www.snapchat.com/spotlight/W7x'],
    ['snapchat', 'https://t.snapchat.com/Ab1', 'https://t.snapchat.com/Ab1'],
  ])('%s: %s', (platform, given, kept) => {
    expect(postUrl(given, [platform])).toBe(kept);
    expect(postUrl(kept, [platform])).toBe(kept);
    expect(postUrl(kept, [])).toBe(kept);
    for (const other of PROGRAM_PLATFORMS.filter((one) => one !== platform)) {
      const shared = kept.includes('instagram.com') && ['meta', 'instagram'].includes(other);
      expect(postUrl(given, [other])).toBe(shared ? kept : null);
    }
  });

  it.each([
    'https://video.example.com/1',
    'https://eviltiktok.com/@me/video/1',
    'https://www.tiktok.com.evil.example/@me/video/1',
    'https://www.tiktok.com@evil.example/1',
    'https://me:pass@www.tiktok.com/@me/video/1',
    'https://www.tiktok.com:8443/@me/video/1',
    'https://www.tiktok.com/',
    'ftp://www.tiktok.com/@me/video/1',
    'nonsense',
  ])('there is none for %s', (given) => expect(postUrl(given, [])).toBeNull());
});

describe("a submission's URL", () => {
  it("is one of its platform's, else of one of the program's, else of any", async () => {
    const pair = await mintPair({ platforms: ['tiktok', 'google'] });
    const elsewhere = await submit(pair, { url: 'https://www.instagram.com/p/1' });
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([422, 'validation_failed']);
    expect(elsewhere.body.error.details).toEqual([
      {
        path: '/url',
        message:
          'The URL has to be that of a post of tiktok or google: at tiktok.com, youtube.com, youtu.be.',
        code: 'invalid',
      },
    ]);
    expect((await submit(pair, { url: YOUTUBE, platform: 'tiktok' })).status).toBe(422);
    const one = await mintSubmission(pair, { url: 'https://youtu.be/aB-c_9?si=1' });
    expect(one).toMatchObject({ url: YOUTUBE, platform: null });
    const wrong = await patch(pair.creator, one.id, { platform: 'tiktok' });
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([422, '/platform']);
    expect((await patch(pair.creator, one.id, { platform: 'google' })).status).toBe(200);
    const open = await mintPair();
    expect((await submit(open, { url: 'https://blog.example/1' })).status).toBe(422);
    expect((await submit(open, { url: TIKTOK })).status).toBe(201);
  });

  it('is held to it on resubmitting, going live and linking, and compared as it is kept', async () => {
    const pair = await mintPair({ platforms: ['tiktok'] });
    const first = await mintSubmission(pair, { url: `${TIKTOK}?_r=1&_t=2` });
    expect(first.url).toBe(TIKTOK);
    expect((await submit(pair, { url: 'http://m.tiktok.com/@me/video/1/?x=1#y' })).status).toBe(409);

    const revise = { status: 'revision', note: 'Again.' };
    expect((await patch(pair.brand, first.id, revise)).status).toBe(200);
    const same = await patch(pair.creator, first.id, { url: `${TIKTOK}?utm_source=again` });
    expect(same.body.error.details.reason).toBe('work_not_new');
    expect((await patch(pair.creator, first.id, { url: YOUTUBE })).status).toBe(422);
    const again = await patch(pair.creator, first.id, { url: 'https://tiktok.com/@me/video/2?_r=1' });
    expect(again.body.data).toMatchObject({ status: 'review', url: 'https://www.tiktok.com/@me/video/2' });

    const other = await mintSubmission(pair, { file: await mintVideo(pair) });
    await patch(pair.brand, other.id, { status: 'approved' });
    expect((await patch(pair.creator, other.id, { url: YOUTUBE })).status).toBe(422);
    expect((await patch(pair.creator, other.id, { url: again.body.data.url })).status).toBe(409);
    expect((await read(pair.creator, other.id)).body.data).toMatchObject({ status: 'approved', url: null });
    const live = await patch(pair.creator, other.id, { url: 'https://www.tiktok.com/@me/video/3/?lang=en' });
    expect(live.body.data).toMatchObject({ status: 'live', url: 'https://www.tiktok.com/@me/video/3' });
    const link = await patch(pair.brand, other.id, { url: 'https://www.instagram.com/p/1' });
    expect([link.status, link.body.error.details[0].path]).toEqual([422, '/url']);
  });
});
