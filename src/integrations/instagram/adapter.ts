import { siteBy } from '../provider/site.ts';
import { SHOW_POSTS, type SocialPlatform } from '../social/platform.ts';
import { INSTAGRAM } from './outcome.ts';
import { counts, PAGE_SIZE, posts } from './reading.ts';
import { authorizeUrl, exchangeCode, picture, renew } from './sign-in.ts';

export const instagramAdapter: SocialPlatform = {
  provider: INSTAGRAM,
  accessTo: ['your profile and your posts', 'how often your posts are viewed, liked, shared and saved'],
  purpose: SHOW_POSTS,
  ...siteBy({
    name: INSTAGRAM.name,
    id: 'INSTAGRAM_APP_ID',
    secret: 'INSTAGRAM_APP_SECRET',
    api: 'INSTAGRAM_API_URL',
    consent: 'INSTAGRAM_LOGIN_URL',
    tokens: 'INSTAGRAM_OAUTH_URL',
  }),
  authorizeUrl,
  exchangeCode,
  renew,
  revoke: null,
  picture,
  pageSize: PAGE_SIZE,
  listCounts: false,
  countsAtOnce: 1,
  readNews: null,
  posts,
  counts,
};
