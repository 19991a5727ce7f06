// Which addresses the platforms' short links have, and which their posts.
import { describe, expect, it } from 'vitest';
import { siteOfShortLink } from '../../src/integrations/short-links/sites.ts';

describe('which addresses are short links, and which are posts', () => {
  it.each([
    ['https://vm.tiktok.com/ZMabc', 'TikTok'],
    ['https://vt.tiktok.com/ZSabc', 'TikTok'],
    ['https://www.tiktok.com/t/ZTabc', 'TikTok'],
    ['https://fb.watch/abc_', 'Facebook'],
    ['https://www.facebook.com/share/v/1ab', 'Facebook'],
    ['https://www.instagram.com/share/reel/BAx', 'Instagram'],
    ['https://www.instagram.com/p/Cx1', null],
    ['https://www.tiktok.com/@me/video/1', null],
    ['https://www.facebook.com/watch?v=77', null],
    ['https://t.snapchat.com/Ab1', null],
  ])('%s: %s', (url, site) => expect(siteOfShortLink(url)?.name ?? null).toBe(site));

  it.each([
    ['https://fb.watch/a', 'https://www.facebook.com/reel/77', true],
    ['https://fb.watch/a', 'https://www.facebook.com/watch/?v=77', true],
    ['https://fb.watch/a', 'https://m.facebook.com/story.php?story_fbid=1&id=2', true],
    ['https://fb.watch/a', 'https://www.facebook.com/ada/videos/77/', true],
    ['https://fb.watch/a', 'https://www.facebook.com/login/?next=x', false],
    ['https://fb.watch/a', 'https://www.facebook.com/watch/', false],
    ['https://www.instagram.com/share/reel/B', 'https://www.instagram.com/reel/Cx1/?igsh=1', true],
    ['https://www.instagram.com/share/reel/B', 'https://www.instagram.com/share/reel/Cx1', false],
    ['https://www.instagram.com/share/reel/B', 'https://www.instagram.com/accounts/login/', false],
  ])('from %s, %s: %s', (link, url, isPost) =>
    expect(Boolean(siteOfShortLink(link)!.isPost(new URL(url)))).toBe(isPost),
  );
});
