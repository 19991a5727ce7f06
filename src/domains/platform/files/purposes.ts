// A file's purpose decides which types it may have and how large it may be.
import type { FileType } from '../formats/sniff.ts';

const MIB = 1024 * 1024;

/** The platform takes request bodies of up to 100 MB; larger files have to be uploaded in parts. */
export const DIRECT_LIMIT = 95 * MIB;

const IMAGES = ['image/png', 'image/jpeg', 'image/webp'] as const;
const VIDEOS = ['video/mp4', 'video/quicktime', 'video/webm'] as const;

interface Rules {
  types: readonly FileType[];
  /** Bytes. */
  limit: number;
  /** For messages such as "an agreement takes PDF". */
  label: string;
  takes: string;
}

export const PURPOSES = {
  submission: { types: VIDEOS, limit: 2048 * MIB, label: 'A submission', takes: 'MP4, MOV or WebM' },
  agreement: { types: ['application/pdf'], limit: 25 * MIB, label: 'An agreement', takes: 'PDF' },
  chat_attachment: {
    types: [...IMAGES, 'image/gif', ...VIDEOS, 'application/pdf'],
    limit: 100 * MIB,
    label: 'A chat attachment',
    takes: 'PNG, JPEG, WebP, GIF, MP4, MOV, WebM or PDF',
  },
  profile_picture: { types: IMAGES, limit: 20 * MIB, label: 'A profile picture', takes: 'PNG, JPEG or WebP' },
  program_image: { types: IMAGES, limit: 20 * MIB, label: 'A program image', takes: 'PNG, JPEG or WebP' },
  product_image: { types: IMAGES, limit: 20 * MIB, label: 'A product image', takes: 'PNG, JPEG or WebP' },
  reference_video: {
    types: VIDEOS,
    limit: 2048 * MIB,
    label: 'A reference video',
    takes: 'MP4, MOV or WebM',
  },
  thumbnail: { types: IMAGES, limit: 20 * MIB, label: 'A thumbnail', takes: 'PNG, JPEG or WebP' },
} as const satisfies Record<string, Rules>;

export type Purpose = keyof typeof PURPOSES;

export const PURPOSE_NAMES = Object.keys(PURPOSES) as [Purpose, ...Purpose[]];

/** Whether a purpose takes a type. */
export function takesType(purpose: Purpose, type: string | null): boolean {
  return (PURPOSES[purpose].types as readonly (string | null)[]).includes(type);
}

/** Whether a file may be a video; once its bytes are there, its type decides. */
export function takesVideo({ purpose, type }: { purpose: Purpose; type: string | null }): boolean {
  return type === null ? takesType(purpose, VIDEOS[0]) : type.startsWith('video/');
}

/** A size in words, such as 95 MB. */
export function sizeText(bytes: number): string {
  return bytes >= 1024 * MIB ? `${bytes / (1024 * MIB)} GiB` : `${bytes / MIB} MiB`;
}
