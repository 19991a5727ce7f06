// Uses creators' posts in ads (Spark Ads): a creator generates a code for a post in the app, the advertiser redeems it
// once, and may then show the post with the creator's identity until the code expires.
import * as z from 'zod';
import { AdError } from '../ads/error.ts';
import type { AdSession, PermissionOf, PlatformPermission } from '../ads/platform.ts';
import { advertiserOf, get, Id, post, WordId } from './client.ts';
import { TIKTOK } from './outcome.ts';
import { fromMoment } from './units.ts';

const Post = z.object({
  auth_info: z.object({
    ad_auth_status: z.string().max(32),
    auth_end_time: z.string().max(32).optional(),
  }),
  item_info: z.object({
    item_id: Id,
    item_type: z.string().max(32),
    text: z.string().max(20_000).optional(),
  }),
  user_info: z.object({
    tiktok_name: z.string().max(200).optional(),
    identity_id: WordId,
    identity_type: z.literal('AUTH_CODE'),
  }),
});

export interface SparkPost {
  item: string;
  identity: string;
}

/**
 * The post behind a creator's code. Throws an AdError when the code is unknown or expired, or the post is not a video.
 */
export async function sparkPost(session: AdSession, code: string): Promise<SparkPost> {
  const found = await postOf(session, code);
  if (!holds(found)) throw TIKTOK.error('invalid', { field: 'auth_code' });
  return { item: found.item_info.item_id, identity: found.user_info.identity_id };
}

/**
 * What a code permits, by the platform's own words. Null for a code that the platform does not know or take, and for a
 * post: there is no permission without a code.
 */
export async function readPermission(
  session: AdSession,
  of: PermissionOf,
): Promise<PlatformPermission | null> {
  if (!('code' in of)) return null;
  let found: z.output<typeof Post>;
  try {
    found = await postOf(session, of.code);
  } catch (error) {
    if (error instanceof AdError && error.kind === 'invalid' && error.field === 'auth_code') return null;
    throw error;
  }
  const { auth_info, item_info, user_info } = found;
  const handle = user_info.tiktok_name ?? null;
  return {
    post: {
      id: item_info.item_id,
      url: urlOf(handle, found),
      handle,
      caption: item_info.text || null,
    },
    holds: holds(found),
    endsAt: fromMoment(auth_info.auth_end_time),
  };
}

const holds = ({ auth_info, item_info }: z.output<typeof Post>) =>
  auth_info.ad_auth_status === 'ACCEPTED' && item_info.item_type === 'VIDEO';

const HANDLE = /^[\w.]{1,64}$/;

/** The platform leads to the post by its ID, whatever stands before it. */
function urlOf(handle: string | null, { item_info: { item_id, item_type } }: z.output<typeof Post>): string {
  const name = handle !== null && HANDLE.test(handle) ? handle.toLowerCase() : '';
  return `https://www.tiktok.com/@${name}/${item_type === 'CAROUSEL' ? 'photo' : 'video'}/${item_id}`;
}

/** A code can be redeemed only once, so the post is looked up first. */
async function postOf(session: AdSession, code: string): Promise<z.output<typeof Post>> {
  const asked = { ...advertiserOf(session), auth_code: code };
  return (await read(session, asked)) ?? (await used(session, asked));
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
