// Comments as people type them: one a line, which begins with its moment of the video ("0:12 The logo comes too late").
import type { Comment } from '../../../domains/work/submissions/review.ts';

const MOMENT = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\s+(.+)$/;

/** A line without a moment is about the whole video. */
export function readComments(text: string): Comment[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const found = MOMENT.exec(line);
      if (!found) return { at: null, text: line };
      const [hours, minutes, seconds] = found.slice(1, 4).map((part) => Number(part ?? 0));
      return { at: ((hours! * 60 + minutes!) * 60 + seconds!) * 1000, text: found[4]! };
    });
}
