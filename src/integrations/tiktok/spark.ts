// Uses creators' posts in ads (Spark Ads): a creator generates a code for a post in the app, the advertiser redeems it
// once, and may then show the post with the creator's identity until the code expires.
import * as z from 'zod';
import { AdError } from '../ads/error.ts';
import type { AdSession } from '../ads/platform.ts';
import { advertiserOf, get, Id, post, WordId } from './client.ts';
import { TIKTOK } from './outcome.ts';

const Post = z.object({
  auth_info: z.object({ ad_auth_status: z.string().max(32) }),
  item_info: z.object({ item_id: Id, item_type: z.string().max(32) }),
  user_info: z.object({ identity_id: WordId, identity_type: z.literal('AUTH_CODE') }),
});

export interface SparkPost {
  item: string;
  identity: string;
}

/**
 * The post behind a creator's code. A code can be redeemed only once, so the post is looked up first.
 * Throws an AdError when the code is unknown or expired, or the post is not a video.
 */
export async function sparkPost(session: AdSession, code: string): Promise<SparkPost> {
  const asked = { ...advertiserOf(session), auth_code: code };
  const found = (await read(session, asked)) ?? (await used(session, asked));
  const { auth_info, item_info, user_info } = found;
  if (auth_info.ad_auth_status !== 'ACCEPTED' || item_info.item_type !== 'VIDEO')
    throw TIKTOK.error('invalid', { field: 'auth_code' });
  return { item: item_info.item_id, identity: user_info.identity_id };
}

type Asked = { advertiser_id: string; auth_code: string };

/** Null for a code that the advertiser has not redeemed. */
async function read(session: AdSession, asked: Asked): Promise<z.output<typeof Post> | null> {
  try {
    return await get(session, 'tt_video/info', asked, Post);
  } catch (error) {
    if (error instanceof AdError && error.kind === 'invalid') return null;
    throw error;
  }
}

async function used(session: AdSession, asked: Asked): Promise<z.output<typeof Post>> {
  await post(session, 'tt_video/authorize', asked, z.unknown());
  return await get(session, 'tt_video/info', asked, Post);
}
