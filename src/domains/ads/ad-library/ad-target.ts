import * as z from 'zod';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { recordExample } from '../../../resource/example.ts';
import { id } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';

const own = {
  id: z.string().describe("The platform's."),
  platform: z.enum(AD_PLATFORMS).describe("The connection's."),
  name: z.string().describe('As it is called there.'),
};

export const AdInterest = z.object(own).meta({ id: 'AdInterest' });
recordExample(AdInterest, { id: '6003107902433', platform: 'meta', name: 'Hiking' });
export type AdInterest = z.output<typeof AdInterest>;

export const AdAudience = z
  .object({ ...own, ready: z.boolean().describe('Whether the platform can show ads to it now.') })
  .meta({ id: 'AdAudience' });
recordExample(AdAudience, {
  id: '120000000000001',
  platform: 'meta',
  name: 'Visitors of the last 30 days',
  ready: true,
});
export type AdAudience = z.output<typeof AdAudience>;

/** All lists take these parameters, but platforms do not report when something was created. */
const untold = listQuery.createdAfter.describe('Rejected: the platforms do not say when.');

const paging = {
  connection: id('connection'),
  limit: listQuery.limit,
  // The cursor includes the platform's own cursor, which can be long.
  cursor: z.string().min(1).max(4096).optional().describe("The previous page's nextCursor."),
  createdAfter: untold,
  createdBefore: untold,
};

export const AudienceQuery = z.strictObject(paging);
export const InterestQuery = z.strictObject({
  ...paging,
  q: z.string().trim().min(1).max(100).describe('What to search for.'),
});
