// Shared parts of the pages about pixels.
import type { Pixel } from '../../../domains/measurement/pixels/pixel.ts';
import { notFound } from '../../../kit/error.ts';
import { Badge, type BadgeTone } from '../../components/card.tsx';
import { Time } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';

const STATES: Record<Pixel['status'], { tone: BadgeTone; name: string }> = {
  waiting: { tone: 'warning', name: 'Not installed yet' },
  verified: { tone: 'success', name: 'Verified' },
  archived: { tone: 'neutral', name: 'Archived' },
};

export function PixelState({ pixel }: { pixel: Pixel }) {
  const { tone, name } = STATES[pixel.status];
  return <Badge tone={tone}>{name}</Badge>;
}

export function LastEvent({ pixel: { lastSeenAt } }: { pixel: Pixel }) {
  return lastSeenAt === null ? 'Never' : <Time at={lastSeenAt} exact />;
}

/** Creators have no pixels: their pages are missing. Throws not_found. */
export function requireAccount({ place }: PlaceVisit): void {
  if (place.type === 'creator') throw notFound('page');
}
