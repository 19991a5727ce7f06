// What TikTok tells by itself: that a creator took our access away.
import * as z from 'zod';
import type { Vars } from '../../env.ts';
import { equalInConstantTime, hmacSha256Hex } from '../../kit/crypto.ts';
import type { SocialNews } from '../social/platform.ts';

const Delivery = z.object({
  client_key: z.string(),
  event: z.string().max(200),
  user_openid: z.string().regex(/^[\w.-]{1,128}$/),
});

/** The header holds the time in seconds and the signature of both: `t=…,s=…`. */
const SIGNATURE = /^t=(\d{1,12}),s=([0-9a-f]{64})$/;

/**
 * The news in a delivery; null when it is not signed with our secret. Its age is not checked, because a delivery is
 * repeated for 72 hours, and whoever hears of it reads again.
 */
export async function readNews(vars: Vars, headers: Headers, body: string): Promise<SocialNews | null> {
  const { TIKTOK_CLIENT_KEY: key, TIKTOK_CLIENT_SECRET: secret } = vars;
  const [, time = '', given = ''] = SIGNATURE.exec(headers.get('tiktok-signature') ?? '') ?? [];
  if (!secret || given === '') return null;
  if (!equalInConstantTime(await hmacSha256Hex(secret, `${time}.${body}`), given)) return null;
  const delivery = Delivery.safeParse(parsed(body)).data;
  const isRemoval = delivery?.client_key === key && delivery?.event === 'authorization.removed';
  return { removed: isRemoval ? delivery!.user_openid : null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
