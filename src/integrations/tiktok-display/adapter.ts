import { siteBy } from '../provider/site.ts';
import { SHOW_POSTS, type SocialPlatform } from '../social/platform.ts';
import { TIKTOK_DISPLAY } from './outcome.ts';
import { counts, PAGE_SIZE, posts } from './reading.ts';
import { authorizeUrl, exchangeCode, picture, renew, revoke } from './sign-in.ts';
import { readNews } from './webhooks.ts';

export const tiktokDisplayAdapter: SocialPlatform = {
  provider: TIKTOK_DISPLAY,
  accessTo: [
    'your name, username and picture',
    'your public videos, and how often each was viewed, liked and shared',
  ],
  purpose: SHOW_POSTS,
  ...siteBy({
    name: TIKTOK_DISPLAY.name,
    id: 'TIKTOK_CLIENT_KEY',
    secret: 'TIKTOK_CLIENT_SECRET',
    api: 'TIKTOK_OPEN_API_URL',
    consent: 'TIKTOK_LOGIN_URL',
  }),
  authorizeUrl,
  exchangeCode,
  renew,
  revoke,
  picture,
  pageSize: PAGE_SIZE,
  listCounts: true,
  countsAtOnce: PAGE_SIZE,
  readNews,
  posts,
  counts,
};
