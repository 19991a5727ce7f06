// Rewrites the API's advice for the pages, where people fix problems differently.
import type { CampaignProblem } from '../../../domains/ads/campaign-record/campaign-problem.ts';
import type { Reason } from '../../../domains/ads/campaign-record/reason.ts';
import { AppError } from '../../../kit/error.ts';

/** What to do, by the code, and by the place where a code has several meanings. */
const FIXES: readonly { code: string; path?: RegExp; fix: string; at?: string }[] = [
  { code: 'not_found', path: /^\/creatives/, fix: 'Choose another submission.' },
  { code: 'not_found', path: /^\/connection/, fix: 'Choose another ad account.' },
  { code: 'not_found', path: /^\/attribution/, fix: 'Choose another conversion.' },
  { code: 'setup_incomplete', fix: 'Finish the setup on the connection page.' },
  { code: 'reconnect_required', fix: 'Reconnect the ad account on the connection page.' },
  { code: 'authorization_missing', fix: 'Ask the creator, or set the identity to the brand.' },
  {
    code: 'conversion_missing',
    at: '/attribution/conversion',
    fix: 'Create a conversion first, or set the attribution source to the platform.',
  },
  { code: 'not_counted', fix: 'Set the attribution source to your pixel.' },
  {
    code: 'required',
    path: /\/settings\/logo$/,
    fix: 'Add a logo on the connection page.',
  },
  {
    code: 'malformed',
    path: /\/settings\/logo$/,
    fix: 'Choose another logo, or add one on the connection page.',
  },
];

/** The problem in the words of the pages. */
export function inPeoplesWords(problem: CampaignProblem): CampaignProblem {
  const found = FIXES.find(({ code, path }) => code === problem.code && (path?.test(problem.path) ?? true));
  return found ? { ...problem, fix: found.fix, path: found.at ?? problem.path } : problem;
}

/** Awaits something that a preflight may refuse, and rewrites the problems in the words of the pages. */
export async function said<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!isPreflight(error)) throw error;
    const { problems } = error.details as { problems: CampaignProblem[] };
    throw new AppError(error.code, error.message, {
      details: { ...(error.details as object), problems: problems.map(inPeoplesWords) },
    });
  }
}

/** Whether it is a preflight's refusal, which lists the problem of each field. */
export const isPreflight = (error: unknown): error is AppError =>
  error instanceof AppError &&
  (error.details as { reason?: unknown } | undefined)?.reason === 'preflight_failed';

/** A problem and its fix in one text; undefined when there is no reason. */
export function reasonWords(reason: unknown): string | undefined {
  const { message, fix } = (reason ?? {}) as Partial<Reason>;
  return message === undefined ? undefined : [message, fix].filter(Boolean).join(' ');
}

const TITLES: Record<Reason['by'], string> = {
  platform: 'needs attention',
  ads_manager: 'changed in its ads manager',
  creator: "the creator's permission has ended",
  account: 'needs attention',
  service: 'stopped by the service',
};

/** The heading for why a campaign is not doing what it should on a platform. */
export const reasonTitle = ({ by }: Pick<Reason, 'by'>): string => TITLES[by];
