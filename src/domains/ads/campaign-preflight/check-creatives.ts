// Checks a campaign's submissions: who owns them, whether they are approved, and whether the platforms accept their
// files.
import type { SystemCtx } from '../../../context.ts';
import { filesById } from '../../platform/files/interface.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import { checkUnread, findPermissions } from '../ad-authorizations/interface.ts';
import type { TargetPlatform } from '../campaign-record/campaign-platforms.ts';
import type { CampaignProblem } from '../campaign-record/campaign-problem.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { brokenVideo } from './broken-video.ts';
import { hasAll, type KnownFacts } from './preflight-facts.ts';

interface Draft {
  accountId: string;
  terms: CampaignTerms;
}

interface Content {
  submissions: ReadonlyMap<string, SubmissionRow>;
  /** Their files, where they are known. */
  files: KnownFacts['files'];
}

export async function creativeProblems(
  ctx: SystemCtx,
  { accountId, terms }: Draft,
  targets: readonly TargetPlatform[],
  { submissions, files: known }: Content,
): Promise<CampaignProblem[]> {
  const { creatives, identity } = terms;
  const fileIds = [...submissions.values()].map(({ fileId }) => fileId);
  const files = known && hasAll(known, fileIds) ? known : await filesById(ctx, fileIds);
  const problems: CampaignProblem[] = [];
  for (const [n, id] of creatives.entries()) {
    const path = `/creatives/${n}`;
    const say = (code: string, message: string, fix: string, platform: string | null = null) =>
      problems.push({ path, code, message, fix, platform });
    const row = submissions.get(id);
    const file = files.get(row?.fileId ?? '');
    if (!row || row.accountId !== accountId)
      say('not_found', 'This submission does not exist.', 'Choose one of GET /v1/submissions.');
    else if (row.status !== 'approved' && row.status !== 'live')
      say(
        'not_approved',
        `The submission is not approved. Its status is ${row.status}.`,
        'Approve it first.',
      );
    // A creator's post is already at the platform.
    else if (identity === 'creator') continue;
    else if (file?.status !== 'ready')
      say(
        'no_file',
        'The video of this submission is not ready.',
        'Wait until it is processed, or ask the creator for a new video.',
      );
    else
      for (const { name, adapter } of targets) {
        const broken = brokenVideo(file, adapter.capabilities);
        if (broken) say(broken.code, broken.message, 'Choose another video.', name);
      }
  }
  if (identity === 'creator') problems.push(...(await identityProblems(ctx, accountId, terms, targets)));
  return problems;
}

/** Ads with a creator's identity need the creator's permission for each submission. */
async function identityProblems(
  ctx: SystemCtx,
  accountId: string,
  { creatives }: CampaignTerms,
  targets: readonly TargetPlatform[],
): Promise<CampaignProblem[]> {
  const problems: CampaignProblem[] = [];
  for (const { name: platform, adapter, connection } of targets) {
    const { partnerAds, name } = adapter.capabilities;
    if (!partnerAds) {
      const fix = 'Set the identity to the brand.';
      const message = `${name} does not support ads with the creator's identity.`;
      problems.push({ path: '/identity', code: 'not_one_of', message, fix, platform });
      continue;
    }
    const gone = connection ? await checkUnread(ctx, connection, creatives) : new Map<string, never>();
    const granted = await findPermissions(ctx, accountId, platform, creatives);
    for (const [n, creative] of creatives.entries()) {
      const why = gone.get(creative);
      if (why === 'other_post' || why === 'unknown_code')
        problems.push({
          path: `/creatives/${n}`,
          code: why,
          platform,
          message:
            why === 'other_post'
              ? "The creator's code is for another post than this one."
              : `${name} does not know the creator's code.`,
          fix: 'Ask the creator for another code. A new request has been sent.',
        });
      else if (granted.get(creative)?.isUsable !== true)
        problems.push({
          path: `/creatives/${n}`,
          code: 'authorization_missing',
          platform,
          message: granted.has(creative)
            ? 'The creator has authorized the ad but sent no ad code, and the platform does not list the post.'
            : 'The creator has not authorized the ad.',
          fix: 'Ask the creator with POST /v1/ad-authorizations.',
        });
    }
  }
  return problems;
}
