import { sha256Hex } from '../../../kit/crypto.ts';

/** What tells whether a caption was changed without the caption itself, which its creator may have us forget. */
export const captionHash = (caption: string | null): string => sha256Hex(caption ?? '');
