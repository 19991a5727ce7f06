// Takes a creator's profile picture from an account that it connected.
import type { Ctx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { WriteSet } from '../../../db/write-set.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { readPublicUrl } from '../../../kit/read-public-url.ts';
import { listActiveConnections, useSocial } from '../../accounts/connections/interface.ts';
import { createFile, uploadOf } from '../../platform/files/create-file.ts';
import { holdFile, pictureOf } from '../../platform/files/interface.ts';
import type { CreatorUpdateInput } from './creator-input.ts';

const MOST_A_DAY = 20;
const MOST_BYTES = 5 * 1024 * 1024;

/**
 * Stores the picture that a connected account has now as a file of the caller's, held for the creator's record.
 * Throws operation_rejected (not_connected, no_picture), rate_limited, a SocialError, or unavailable.
 * @returns the file's ID.
 */
export async function pictureFrom(
  ctx: Ctx,
  creatorId: string,
  provider: NonNullable<CreatorUpdateInput['pictureFrom']>,
): Promise<string> {
  const [connection] = await listActiveConnections(ctx, creatorId, provider);
  if (!connection)
    throw rejected('not_connected', `No connected ${provider} account to take the picture from.`);
  const write = new WriteSet(ctx.env.DB);
  spendQuota(ctx, write, {
    ...{ account: creatorId, what: 'profile_pictures', amount: 1, most: MOST_A_DAY },
    message: `A picture is taken from connected accounts at most ${MOST_A_DAY} times a day.`,
  });
  await write.commit();
  const url = await useSocial(ctx, connection, async (platform, session) => await platform.picture(session));
  if (url === null) throw rejected('no_picture', `The ${provider} account has no picture.`);
  const read = await readPublicUrl(url, { most: MOST_BYTES, allowLocal: ctx.vars.ALLOW_LOCAL_URLS });
  if ('problem' in read || pictureOf(read.bytes) === null)
    throw new AppError('unavailable', `The picture of the ${provider} account could not be read. Try again.`);
  const file = await createFile(ctx, { purpose: 'profile_picture' }, uploadOf(read.bytes));
  holdFile(ctx, file, ['processing']);
  return file.id;
}
