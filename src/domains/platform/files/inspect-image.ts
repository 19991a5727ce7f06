import type { SystemCtx } from '../../../context.ts';
import { toHex } from '../../../kit/crypto.ts';
import { type ImageHeader, imageHeader } from '../formats/image-header.ts';
import { stripMetadata } from '../formats/strip-metadata.ts';
import { orient, shrink, type Thumbnail, thumbnailSize } from '../formats/thumbnail.ts';
import { broken } from '../formats/unusable.ts';
import { objectKey } from './bytes.ts';
import type { FileRow } from './file.ts';
import { storedHeader, stripStored } from './strip-stored.ts';

const MIB = 1024 * 1024;
/** The largest picture that is decoded; for a larger one only the header is read. */
const DECODED_PIXELS = 16_000_000;
/** How much of an isolate's 128 MB decoding may use, besides the file itself. */
const DECODE_MEMORY = 72 * MIB;
const DECODED_FILE = 24 * MIB;

type Found = Pick<FileRow, 'width' | 'height' | 'blurHash' | 'size' | 'sha256'>;

/**
 * A picture's size as displayed, and its blurHash if it can be decoded in bounded memory. Also removes the
 * metadata from the stored picture. Safe to repeat. Throws Unusable.
 */
export async function inspectImage(ctx: SystemCtx, file: FileRow, type: string): Promise<Found> {
  if (file.size > DECODED_FILE) {
    const { width, height, orientation } = await storedHeader(ctx, file, type);
    const found = await stripStored(ctx, file, { type, orientation });
    return { width, height, blurHash: null, ...found };
  }
  const object = await ctx.env.FILES.get(objectKey(file.id));
  if (!object) throw new Error(`no bytes of ${file.id}`);
  const bytes = new Uint8Array(await object.arrayBuffer());
  const header = imageHeader(type, bytes);
  const { width, height, orientation } = header;
  const decodable = width * height <= DECODED_PIXELS && header.decodeBytes <= DECODE_MEMORY;
  const blurHash = decodable ? await blurHashOf(type, bytes, header) : null;
  const clean = stripMetadata(bytes, { type, orientation });
  if (clean !== bytes) {
    // This must not bring back a file that was deleted meanwhile.
    const stored = await ctx.env.FILES.put(objectKey(file.id), clean, {
      onlyIf: { etagMatches: object.etag },
    });
    if (!stored) throw new Error(`the bytes of ${file.id} changed`);
  }
  const sha256 = toHex(await crypto.subtle.digest('SHA-256', clean));
  const size = clean.byteLength;
  return { width, height, blurHash, size, sha256 };
}

async function blurHashOf(type: string, bytes: Uint8Array, header: ImageHeader): Promise<string> {
  const thumbnail = orient(await DECODERS[type]!(bytes, header), header.orientation);
  const { encode } = await import('blurhash');
  const wide = thumbnail.width >= thumbnail.height;
  return encode(thumbnail.data, thumbnail.width, thumbnail.height, wide ? 4 : 3, wide ? 3 : 4);
}

const DECODERS: Record<string, (bytes: Uint8Array, header: ImageHeader) => Promise<Thumbnail>> = {
  'image/png': async (bytes) => {
    const { pngThumbnail } = await import('../formats/png-thumbnail.ts');
    return await pngThumbnail(bytes);
  },
  'image/jpeg': jpegThumbnail,
  'image/webp': webpThumbnail,
};

/** Uses pdf.js's decoder, which scales while it writes, so that only the coefficients are in memory. */
async function jpegThumbnail(bytes: Uint8Array, header: ImageHeader): Promise<Thumbnail> {
  if (!endsProperly(bytes)) throw broken('The JPEG is cut off.');
  const { JpegImage } = await import('pdfjs-dist/image_decoders/pdf.image_decoders.min.mjs');
  const turned = header.orientation >= 5;
  const size = thumbnailSize(turned ? header.height : header.width, turned ? header.width : header.height);
  try {
    const image = new JpegImage();
    image.parse(bytes);
    return { ...size, data: image.getData({ ...size, forceRGBA: true }) };
  } catch {
    throw broken('The JPEG is damaged.');
  }
}

/**
 * Whether an end-of-image marker follows the picture's data. A preview in the metadata has its own marker
 * before that.
 */
function endsProperly(jpeg: Uint8Array): boolean {
  for (let at = jpeg.byteLength - 2; at > 0; at--) {
    if (jpeg[at] === 0xff && jpeg[at + 1] === 0xd9) return true;
    if (jpeg[at] === 0xff && jpeg[at + 1] === 0xda) return false;
  }
  return false;
}

async function webpThumbnail(bytes: Uint8Array): Promise<Thumbnail> {
  const { decodeWebp } = await import('../formats/decode-webp.ts');
  const image = await decodeWebp(bytes);
  if (!image) throw broken('The WebP picture is damaged.');
  return shrink(image.width, image.height, image.data);
}
