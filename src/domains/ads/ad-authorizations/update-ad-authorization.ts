import type { Ctx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { recordActivity, requireVisibleCreator } from '../../work/creator-consent/interface.ts';
import {
  type AdAuthorization,
  type AdAuthorizationRow,
  type AdAuthorizationUpdateInput,
  PERMISSIONS,
  presentAuthorization,
} from './ad-authorization.ts';
import { requireAuthorization, requireTogether, saveAuthorization } from './store.ts';
import { takeCode } from './take-code.ts';
import { tell } from './tell.ts';
import { authorizationMachine, type Party } from './transitions.ts';

/**
 * The creator authorizes ads with their submission, or either side ends that. Granting again renews it with a new code
 * and expiry.
 */
export async function updateAdAuthorization(
  ctx: Ctx,
  id: string,
  input: AdAuthorizationUpdateInput,
): Promise<AdAuthorization> {
  const { row: before, shown } = await requireAuthorization(ctx, id);
  checkVersion(before, input.version);
  const by: Party = ctx.actor.account ? 'brand' : 'creator';
  const action = input.status === 'granted' ? 'grant' : 'revoke';
  checkFields(before, input);
  const move = authorizationMachine.require(before.status, action, by, {});
  const changes: Partial<AdAuthorizationRow> =
    action === 'grant'
      ? await grantOf(ctx, before, input, shown.url)
      : { status: move.to, code: null, revokedAt: ctx.now };
  saveAuthorization(ctx, before, changes);
  if (action === 'grant') requireTogether(ctx, before);
  if (action === 'revoke') await (await ctx.reactions.permissionEnded())(ctx, before);
  if (by === 'creator') recordActivity(ctx, before.creatorId);
  tell(ctx, before, move.event);
  const after = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
  return presentAuthorization(ctx, after, shown);
}

/** Only fields of this platform are allowed, and only together with a grant. Throws validation_failed. */
function checkFields({ platform }: AdAuthorizationRow, input: AdAuthorizationUpdateInput): void {
  const { code, name, tellsEnd } = PERMISSIONS[platform];
  for (const field of ['sparkCode', 'adCode', 'expiresAt'] as const) {
    if (input[field] === undefined) continue;
    if (input.status !== 'granted')
      throw invalidField(`/${field}`, 'Only allowed with the status `granted`.', 'not_taken');
    if (field !== 'expiresAt' && field !== code)
      throw invalidField(`/${field}`, `This platform requires ${code} instead.`, 'not_taken');
    if (field === 'expiresAt' && tellsEnd)
      throw invalidField('/expiresAt', `${name} says itself when the permission ends.`, 'not_taken');
  }
}

async function grantOf(
  ctx: Ctx,
  before: AdAuthorizationRow,
  input: AdAuthorizationUpdateInput,
  publishedUrl: string | null,
): Promise<Partial<AdAuthorizationRow>> {
  const permission = PERMISSIONS[before.platform];
  const code = input[permission.code];
  if (permission.codeNeeded && code === undefined)
    throw invalidField(`/${permission.code}`, `${permission.code} is required.`, 'required');
  const expiresAt = input.expiresAt === undefined ? null : Math.floor(Date.parse(input.expiresAt));
  if (expiresAt !== null && expiresAt <= ctx.now)
    throw invalidField('/expiresAt', 'Must be in the future.', 'past');
  // Only a person can say yes without a code: whoever answers for a record that nobody verified needs one.
  if (code === undefined && ctx.actor.by !== 'person')
    throw invalidField(
      `/${permission.code}`,
      `A person who owns the profile can grant this without a code, signed in. Send ${permission.code}.`,
      'code_required',
    );
  const { found } = await requireVisibleCreator(ctx, before.creatorId);
  const handle = found.creator.platformHandles[permission.handle] ?? null;
  const given = { platform: before.platform, handle, expiresAt };
  return {
    status: 'granted',
    authorizedAt: ctx.now,
    ...(code === undefined
      ? {
          expiresAt,
          ...(isKept(before) ? {} : { code: null, post: null, readAt: null, lookAt: null, handle }),
        }
      : await takeCode(ctx, before, code, given, publishedUrl)),
  };
}

/** Whether it is in force, by a code or by the post that the platform named. A new end changes nothing of that. */
const isKept = ({ status, code, post }: AdAuthorizationRow) =>
  status === 'granted' && (code !== null || post !== null);
