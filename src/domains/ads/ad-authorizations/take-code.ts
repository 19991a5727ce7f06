// Takes a code that is handed in: the platform says whose post it is for, and until when.
import type { SystemCtx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { publishPost } from '../../work/submissions/publish-post.ts';
import { type AdAuthorizationRow, PERMISSIONS } from './ad-authorization.ts';
import { askAboutHandedIn, isInForce } from './ask-about-code.ts';
import { sealCode } from './code.ts';
import { saidColumns } from './note-said.ts';
import { isOtherPost } from './same-post.ts';

type Given = Pick<AdAuthorizationRow, 'platform' | 'handle' | 'expiresAt'>;

/**
 * The columns of a grant by a code, which is read where the account is connected. Work without a URL gets the code's
 * post, in the caller's batch. Throws validation_failed for a code that is of no use, rate_limited.
 */
export async function takeCode(
  ctx: SystemCtx,
  row: AdAuthorizationRow,
  code: string,
  given: Given,
  publishedUrl: string | null,
): Promise<Pick<AdAuthorizationRow, 'code' | 'post' | 'readAt' | 'lookAt' | 'handle' | 'expiresAt'>> {
  const { code: field, name } = PERMISSIONS[row.platform];
  const said = await askAboutHandedIn(
    ctx,
    row,
    code,
    (one) => isInForce(one, ctx.now) && !isOtherPost(publishedUrl, row.post, one.post),
  );
  const refuse = (why: string, message: string) => invalidField(`/${field}`, message, why);
  if (said === 'unknown_code')
    throw refuse('unknown_code', `${name} does not know this code. Check it, or generate another one.`);
  if (said !== 'unasked' && isOtherPost(publishedUrl, row.post, said.post))
    throw refuse('other_post', 'The code is for another post than the one that was asked for.');
  if (said !== 'unasked' && !isInForce(said, ctx.now))
    throw refuse('code_ended', `${name} no longer accepts this code. Generate another one.`);
  // Soon: a new code has to be used in each ad account that shows the post already.
  const kept = { code: await sealCode(ctx, row, code), lookAt: ctx.now };
  if (said === 'unasked')
    return { ...kept, post: row.post, readAt: null, handle: given.handle, expiresAt: given.expiresAt };
  if (publishedUrl === null && said.post.url !== null)
    await publishPost(ctx, row.submissionId, said.post.url);
  return { ...kept, readAt: ctx.now, ...saidColumns(given, said) };
}
