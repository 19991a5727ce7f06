// What the page asks of GET /v1/analytics. Its address has the API's query, so it can be bookmarked and sent.
import type { RESULT_GROUPS } from '../../../domains/ads/ad-sync/interface.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { SOCIAL_PLATFORMS } from '../../../integrations/social-platforms.ts';
import { DAY_MS, day } from '../../../kit/time.ts';
import type { InputAt } from '../../../run.ts';
import type { PlaceVisit } from '../../visit.ts';

export type Asked = InputAt<'GET /v1/analytics'>['query'] & { from: string; to: string };
export type Group = (typeof RESULT_GROUPS)[number];

const FIRST_DAYS = 30;

/**
 * The last 30 days unless the address has others. A partner's page is about all its clients. Who goes from ads to posts, or
 * back, leaves behind what the other has no filter for: the form does not show it there.
 */
export function askedAt(at: PlaceVisit): Asked {
  const group = groupAt(at);
  const [shown, others] = isAboutPosts(at)
    ? [SOCIAL_PLATFORMS, AD_PLATFORMS]
    : [AD_PLATFORMS, SOCIAL_PLATFORMS];
  const is = (some: readonly string[]) => some.includes(at.query('platform') ?? '');
  return {
    from: day(at.now - FIRST_DAYS * DAY_MS),
    to: day(at.now - DAY_MS),
    ...at.given('from', 'to', 'mode', 'program', 'creator', 'submission'),
    ...(!isAboutPosts(at) && at.given('source', 'campaign')),
    ...((is(shown) || !is(others)) && at.given('platform')),
    ...(group.length > 0 && { group: group.join(',') }),
    ...(at.place.type === 'partner' && { scope: 'clients' }),
  };
}

/** Checkboxes come one by one, a link that somebody wrote may have a comma list. */
export const groupAt = (at: PlaceVisit): Group[] =>
  at.url.searchParams
    .getAll('group')
    .flatMap((some) => some.split(','))
    .filter((one): one is Group => one !== '' && !(isAboutPosts(at) && (one === 'campaign' || one === 'ad')));

const isAboutPosts = (at: PlaceVisit) => at.query('mode') === 'organic';
