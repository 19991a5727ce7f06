// Finds out which posts the short links of submissions lead to.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch, inOneBatchUnlessEdited } from '../../../db/one-batch.ts';
import { spendQuota } from '../../../db/quota.ts';
import { followShortLink } from '../../../integrations/short-links/follow.ts';
import { type ShortLinkSite, siteOfShortLink } from '../../../integrations/short-links/sites.ts';
import { AppError } from '../../../kit/error.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../kit/time.ts';
import { postUrl } from './post-url.ts';
import { LINK_PROBLEMS } from './short-link.ts';
import { isUrlTaken, listShortLinksDue, saveLinkPutOff, saveLinksPutOff, saveSubmission } from './store.ts';
import type { SubmissionRow } from './submission.ts';

const AT_ONCE = 15;
/** The pauses after a site gave no answer; after the last one it is not asked again. */
const PAUSES = [10 * MINUTE_MS, 6 * HOUR_MS];

/** Looks up the short links that are due. A site that gives no answer is left alone for the rest of the run. Cron. */
export async function resolveShortLinks(ctx: SystemCtx): Promise<void> {
  const silent = new Set<string>();
  for (const row of await listShortLinksDue(ctx, AT_ONCE)) {
    const site = siteOfShortLink(row.url ?? '');
    try {
      if (site !== null && silent.has(site.name)) {
        // Behind those of other sites, which would wait for the silent one otherwise.
        await saveLinkPutOff(ctx, row, { urlDueAt: ctx.now + MINUTE_MS });
        continue;
      }
      if ((await resolve(ctx, row, site)) === 'silent') silent.add(site!.name);
    } catch (error) {
      log('error', { submission: row.id, error: describeError(error) });
      await saveLinkPutOff(ctx, row, { urlDueAt: ctx.now + HOUR_MS });
    }
  }
}

async function resolve(
  ctx: SystemCtx,
  row: SubmissionRow,
  site: ShortLinkSite | null,
): Promise<'done' | 'silent'> {
  if (row.url === null || site === null) {
    await saveLinkPutOff(ctx, row, { urlDueAt: null });
    return 'done';
  }
  if (!(await spend(ctx, row))) {
    const until = startOfDay(ctx.now) + DAY_MS;
    await saveLinksPutOff(ctx, row, { urlProblem: LINK_PROBLEMS.limit(site.name), urlDueAt: until });
    return 'done';
  }
  const found = await followShortLink(ctx.vars.SHORT_LINK_URL, row.url, site);
  if ('failed' in found) {
    const isSilent = found.failed === 'no_answer';
    const pause = isSilent ? PAUSES[row.urlTries] : undefined;
    if (pause === undefined) await saveProblem(ctx, row, LINK_PROBLEMS[found.failed](site.name));
    else await saveLinkPutOff(ctx, row, { urlDueAt: ctx.now + pause, urlTries: row.urlTries + 1 });
    return isSilent ? 'silent' : 'done';
  }
  const url = postUrl(found.post, []);
  if (url === null) await saveProblem(ctx, row, LINK_PROBLEMS.no_post(site.name));
  else if (await isUrlTaken(ctx, row, url)) await saveProblem(ctx, row, LINK_PROBLEMS.repeated(site.name));
  else await saveResolved(ctx, row, url);
  return 'done';
}

/** Counts the look-up for whoever named the link. @returns false when that one has used up the day. */
async function spend(ctx: SystemCtx, { urlByBrand, accountId, creatorId }: SubmissionRow): Promise<boolean> {
  const most = ctx.vars.SHORT_LINKS_A_DAY;
  const account = urlByBrand ? accountId : creatorId;
  try {
    return await inOneBatch(ctx, (own) =>
      spendQuota(own, own.write, { account, what: 'short_links', amount: 1, most, message: '' }),
    );
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false;
    throw error;
  }
}

/** Says on the submission why its post is not known. It is not looked up again. */
async function saveProblem(ctx: SystemCtx, row: SubmissionRow, urlProblem: string): Promise<void> {
  await inOneBatchUnlessEdited(ctx, (own) => saveSubmission(own, row, { urlProblem, urlDueAt: null }));
}

/** The submission names the post from now on, and is matched anew. Nothing happens where somebody has edited it meanwhile. */
async function saveResolved(ctx: SystemCtx, row: SubmissionRow, url: string): Promise<void> {
  const published = await ctx.reactions.submissionPublished();
  await inOneBatchUnlessEdited(ctx, (own) => {
    saveSubmission(own, row, { url, urlDueAt: null, urlTries: 0, urlProblem: null });
    if (row.status === 'approved' || row.status === 'live') published(own, row.creatorId);
  });
}
