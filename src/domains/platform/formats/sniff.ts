// Detects a file's type by its first bytes. Its name and the declared type are never trusted.

export type FileType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/gif'
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/webm'
  | 'application/pdf';

/** How many bytes from the start `sniff` needs, if the file has them. */
export const SNIFF_BYTES = 4096;

/** What a file's first bytes show. `type` is null for a type that is recognised, but accepted for no purpose. */
export interface Sniffed {
  type: FileType | null;
  /** The name in words for people. */
  name: string;
}

const is = (type: FileType, name: string): Sniffed => ({ type, name });
const other = (name: string): Sniffed => ({ type: null, name });

export function sniff(head: Uint8Array): Sniffed {
  // One character for each byte; TextDecoder's latin1 would decode windows-1252.
  const text = String.fromCharCode(...head.subarray(0, SNIFF_BYTES));
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return is('image/png', 'a PNG image');
  if (text.startsWith('\xff\xd8\xff')) return is('image/jpeg', 'a JPEG image');
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return is('image/webp', 'a WebP image');
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return is('image/gif', 'a GIF image');
  if (text.startsWith('\x1aE\xdf\xa3')) {
    return text.slice(0, 64).includes('webm') ? is('video/webm', 'a WebM video') : other('a Matroska file');
  }
  if (text.startsWith('ftyp', 4)) return isoMedia(text.slice(8, 12));
  // QuickTime files from before the ftyp box existed.
  if (/^(moov|wide|mdat)$/.test(text.slice(4, 8))) return is('video/quicktime', 'a QuickTime video');
  if (text.startsWith('PK\x03\x04')) return other('a ZIP archive');
  // PDF readers accept some bytes before the header, and some writers put them there.
  if (text.slice(0, 1024).includes('%PDF-')) return is('application/pdf', 'a PDF document');
  return other('of an unknown kind');
}

function isoMedia(brand: string): Sniffed {
  if (brand === 'qt  ') return is('video/quicktime', 'a QuickTime video');
  if (/^(hei|hev|mif|msf)/.test(brand)) return other('a HEIC image');
  if (/^avi[fs]/.test(brand)) return other('an AVIF image');
  if (/^M4[AB]/.test(brand)) return other('an audio file');
  return is('video/mp4', 'an MP4 video');
}
