// What is known of the post behind the URL of a submission, where that is a short link. Pure functions.
import type { NotFollowed } from '../../../integrations/short-links/follow.ts';
import { siteOfShortLink } from '../../../integrations/short-links/sites.ts';
import type { SubmissionRow } from './submission.ts';

type LinkColumns = Pick<SubmissionRow, 'urlDueAt' | 'urlTries' | 'urlProblem'>;

/** The columns of a URL that was named now: a short link is looked up with the next run. */
export const linkColumns = (url: string | null, now: number): LinkColumns => ({
  urlDueAt: url !== null && siteOfShortLink(url) ? now : null,
  urlTries: 0,
  urlProblem: null,
});

const GIVE = 'Give the address of the post itself.';

/** Why nobody knows the post behind a short link, and what to do. */
export const LINK_PROBLEMS: Readonly<Record<NotFollowed | 'repeated' | 'limit', (site: string) => string>> = {
  unknown: (site) => `${site} does not know this link. ${GIVE}`,
  elsewhere: (site) => `This link leads away from ${site}. ${GIVE}`,
  no_post: (site) => `This link leads to no public post on ${site}. ${GIVE}`,
  no_answer: (site) => `${site} did not say where this link leads. ${GIVE}`,
  repeated: () => 'This link leads to a post that the creator sent in to the program before.',
  limit: () => 'Too many short links were sent in today. This one is looked up tomorrow (UTC).',
};
