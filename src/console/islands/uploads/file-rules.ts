// Which videos and other files a frame sends at all.
import type { TextName } from '../embed/texts.ts';

/** As the API takes them: test/console/embed-frame.test.ts compares both. */
export const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'];
export const MOST_VIDEO_BYTES = 2048 * 1024 * 1024;

/** Why a file is not sent at all; null for one that is. What it is, the API reads from its bytes. */
export function wrongVideo({
  type,
  name,
  size,
}: {
  type: string;
  name: string;
  size: number;
}): TextName | null {
  if (size === 0) return 'emptyFile';
  if (size > MOST_VIDEO_BYTES) return 'tooLarge';
  // Some systems know no type for a file, and then its name has to do.
  const known = type === '' ? /\.(mp4|m4v|mov|webm)$/i.test(name) : VIDEO_TYPES.includes(type);
  return known ? null : 'wrongType';
}

export const ATTACHMENT_TYPES = [
  ...['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  ...VIDEO_TYPES,
  'application/pdf',
];
export const MOST_ATTACHMENT_BYTES = 100 * 1024 * 1024;
export const MOST_ATTACHMENTS = 10;

export function wrongAttachment({ type, size }: { type: string; size: number }): TextName | null {
  if (size === 0) return 'emptyFile';
  if (size > MOST_ATTACHMENT_BYTES) return 'tooLargeAttachment';
  return ATTACHMENT_TYPES.includes(type) ? null : 'wrongAttachment';
}
