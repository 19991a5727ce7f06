// A part of a page that may fail by itself: it says so and offers to try again, and the rest is shown all the same.
import { AppError } from '../../kit/error.ts';
import { log } from '../../kit/log.ts';
import { Notice } from '../components/notice.tsx';
import type { PlaceVisit } from '../visit.ts';

/** What a part is made from; null when it could not be read. */
export async function part<T>(at: PlaceVisit, reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof AppError && error.status < 500))
      log('error', { requestId: at.requestId, part: String(error) });
    return null;
  }
}

export function Unread({ at, title }: { at: PlaceVisit; title: string }) {
  return (
    <Notice tone="warning">
      {title} could not be loaded. <a href={at.url.pathname + at.url.search}>Try again</a>
    </Notice>
  );
}
