// Removes what could track a visitor who has not agreed. The edge never adds it to such an event; this
// removes it from an event that has it, when the visitor's refusal becomes known later. Shared with the
// domains, and imports only types.
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

/**
 * Removes everything that identifies a person or the link that they came by. Of the location, only the
 * country stays.
 */
export function forgetVisitor(body: PixelEventBody): void {
  for (const field of FOLLOWS) delete body[field];
  for (const field of ['pageUrl', 'referrer'] as const) {
    const url = body[field];
    if (url !== undefined) body[field] = withoutLinkParameters(url);
  }
  if (body.location?.country !== undefined) body.location = { country: body.location.country };
  else delete body.location;
}
