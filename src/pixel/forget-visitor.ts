// What a visitor who has not agreed must not be followed by. The edge never puts it into an event; here it is taken out of
// one that has it, when the visitor's no becomes known later. Shared with the domains, and without imports but types.
import type { PixelEventBody } from './event-body.ts';
import { withoutLinkParameters } from './link-parameters.ts';

const FOLLOWS = [
  'user',
  'clickIds',
  'clickId',
  'serviceId',
  'campaign',
  'attributionId',
  'landing',
  'landedAt',
] as const satisfies (keyof PixelEventBody)[];

/** Takes out of an event whatever leads to a person or to the link they came by. Of the place the country stays. */
export function forgetVisitor(body: PixelEventBody): void {
  for (const field of FOLLOWS) delete body[field];
  for (const field of ['pageUrl', 'referrer'] as const) {
    const url = body[field];
    if (url !== undefined) body[field] = withoutLinkParameters(url);
  }
  if (body.location?.country !== undefined) body.location = { country: body.location.country };
  else delete body.location;
}
