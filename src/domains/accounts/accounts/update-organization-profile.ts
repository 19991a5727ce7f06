import type * as z from 'zod';
import { actingAccount, homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { spendQuota } from '../../../db/quota.ts';
import { invalidField } from '../../../kit/error.ts';
import { publicUrlProblem } from '../../../kit/public-url.ts';
import { fileOfLink } from '../../platform/files/interface.ts';
import {
  type OrganizationProfile,
  type OrganizationProfileUpdate,
  presentProfile,
} from './organization-profile.ts';
import { findPictureImport, insertPictureImport } from './picture-import-store.ts';
import { updateAccount } from './update-account.ts';

const MOST_A_DAY = 20;

/**
 * Changes the acting account's profile. A picture at a URL that is not ours is fetched by a job, and shown once it is
 * there.
 */
export async function updateOrganizationProfile(
  ctx: Ctx,
  { imageUrl, ...texts }: z.output<typeof OrganizationProfileUpdate>,
): Promise<OrganizationProfile> {
  const { id } = actingAccount(ctx.actor);
  const elsewhere = imageUrl && fileOfLink(ctx, imageUrl) === null ? imageUrl : null;
  const problem = elsewhere === null ? null : publicUrlProblem(elsewhere, ctx.vars.ALLOW_LOCAL_URLS);
  if (problem !== null) throw invalidField('/imageUrl', problem, 'invalid_url');
  const asked = imageUrl === undefined || elsewhere !== null ? undefined : fileOfLink(ctx, imageUrl);
  const [before, account] = await Promise.all([
    findPictureImport(ctx, id),
    updateAccount(ctx, {
      name: texts.name,
      description: orNull(texts.publicDescription),
      recruitment: {
        headline: orNull(texts.creatorRecruitmentHeadline),
        description: orNull(texts.creatorRecruitmentDescription),
      },
      profilePicture: asked,
    }),
  ]);
  if (imageUrl === undefined) return presentProfile(account, before);
  if (elsewhere === null) {
    const isSentBack = before !== null && before.problem !== null && before.shown === asked;
    return presentProfile(account, isSentBack ? before : null);
  }
  if (before?.url === elsewhere && before.problem === null) return presentProfile(account, before);
  const row = {
    accountId: id,
    url: elsewhere,
    requestedBy: homeId(ctx.actor),
    fileId: null,
    tries: 0,
    dueAt: ctx.now,
    problem: null,
  };
  insertPictureImport(ctx, row);
  spendQuota(ctx, ctx.write, {
    ...{ account: id, what: 'profile_pictures', amount: 1, most: MOST_A_DAY },
    message: `A profile takes at most ${MOST_A_DAY} pictures from URLs a day.`,
  });
  return presentProfile(account, row);
}

const orNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text);
