import { beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../../../../tools/random.ts';
import { eventsAbout, media, processed, storedBytes, upload, uploaded } from '../../../harness/files.ts';
import { portion } from '../../../harness/vitest/portion.ts';
import { type Minted, mintAccount } from '../../../harness/world.ts';

let brand: Minted;

beforeAll(async () => {
  brand = await mintAccount();
});

const cut = (bytes: Uint8Array, part: number) => bytes.slice(0, Math.floor(bytes.byteLength * part));

async function deflate(chunks: Iterable<Uint8Array>): Promise<Uint8Array> {
  const source = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const stream = source.pipeThrough(
    new CompressionStream('deflate') as ReadableWritablePair<Uint8Array, Uint8Array>,
  );
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * A PNG of 8-bit RGB that claims a size, with any data. It has no CRCs, because our readers do not check
 * them.
 */
function pngOf(width: number, height: number, data: Uint8Array, interlaced = false): Uint8Array {
  const png = new Uint8Array(8 + 25 + 12 + data.byteLength + 12);
  const view = new DataView(png.buffer);
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  view.setUint32(8, 13);
  view.setUint32(12, 0x49484452);
  view.setUint32(16, width);
  view.setUint32(20, height);
  png.set([8, 2, 0, 0, interlaced ? 1 : 0], 24);
  view.setUint32(33, data.byteLength);
  view.setUint32(37, 0x49444154);
  png.set(data, 41);
  view.setUint32(41 + data.byteLength + 8, 0x49454e44);
  return png;
}

/**
 * A WebM whose Segment continues for 4 KiB beyond the end of the file, as if it was cut off between two
 * frames.
 */
function webmOfMore(): Uint8Array {
  const bytes = media.webm.slice();
  const segment = bytes.findIndex((_, at) => new DataView(bytes.buffer).getUint32(at) === 0x18538067);
  // Six bytes of size, the low ones last.
  bytes[segment + 8]! += 16;
  return bytes;
}

/** An MP4 that was cut off at the beginning of another fragment. */
function mp4OfMore(): Uint8Array {
  const bytes = new Uint8Array(media.fragmentedMp4.byteLength + 12);
  bytes.set(media.fragmentedMp4);
  bytes.set([0, 0, 1, 0, 0x6d, 0x6f, 0x6f, 0x66], media.fragmentedMp4.byteLength);
  return bytes;
}

describe('a broken file is failed, with a reason a person can read', () => {
  it.each([
    ['a truncated MP4', 'submission', cut(media.mp4, 0.7), 'The video is cut off.'],
    ['an MP4 without its data', 'submission', cut(media.mp4, 0.5), /^The video is/],
    ['a truncated fragmented MP4', 'submission', cut(media.fragmentedMp4, 0.7), 'The video is cut off.'],
    ['a truncated MOV', 'submission', cut(media.mov, 0.6), 'The video is cut off.'],
    ['a truncated WebM', 'submission', cut(media.webm, 0.7), 'The video is cut off.'],
    ['a WebM without its last bytes', 'submission', cut(media.webm, 0.98), 'The video is cut off.'],
    ['a WebM cut between two frames', 'submission', webmOfMore(), 'The video is cut off.'],
    ['an MP4 cut at a new fragment', 'submission', mp4OfMore(), 'The video is cut off.'],
    ['a truncated JPEG', 'profile_picture', cut(media.jpg, 0.6), 'The JPEG is cut off.'],
    ['a JPEG of a header', 'profile_picture', media.jpg.slice(0, 12), /^The (JPEG|picture)/],
    ['a truncated PNG', 'profile_picture', cut(media.png, 0.6), 'The PNG is cut off.'],
    ['a truncated WebP', 'profile_picture', cut(media.webp, 0.6), 'The WebP picture is cut off.'],
    ['a truncated PDF', 'agreement', cut(media.pdf, 0.3), 'The PDF is damaged or cut off.'],
    [
      'a PDF that is none',
      'agreement',
      new TextEncoder().encode('%PDF-1.7\nhello'),
      'The PDF is damaged or cut off.',
    ],
    ['a PNG of no size', 'profile_picture', pngOf(0, 0, new Uint8Array(9)), 'The picture has no size.'],
    ['a PNG of noise', 'profile_picture', pngOf(9, 9, new Uint8Array(99).fill(7)), 'The PNG is damaged.'],
    [
      'a PNG of 4 thousand million rows',
      'profile_picture',
      pngOf(5, 4e9, new Uint8Array(9)),
      /claims 5 × 4000000000/,
    ],
    [
      'a PNG of 3,600 megapixels',
      'profile_picture',
      pngOf(60_000, 60_000, new Uint8Array(9)),
      'The picture claims 60000 × 60000 pixels, more than 256 megapixels.',
    ],
    [
      'an MP4 of nothing',
      'submission',
      new TextEncoder().encode('\0\0\0\x14ftypisom\0\0\0\0isom'),
      /^The video is/,
    ],
  ])('%s', async (_, purpose, bytes, message) => {
    const file = await uploaded(brand.key, purpose, bytes);
    expect(file.status).toBe('failed');
    expect(file.failure.code).toBe('broken_file');
    expect(file.failure.message).toMatch(message);
    expect(file.url).toBe(null);
    expect(await eventsAbout(file.id)).toEqual(['file.failed']);
    expect(await storedBytes(file.id)).toBe(null);
  });
});

describe('a picture that would not fit in memory', () => {
  it.each([
    [16_000, 16_000],
    [16_001, 1_000],
  ])('of %i × %i keeps its size and goes without a blurHash', async (width, height) => {
    const file = await uploaded(brand.key, 'profile_picture', pngOf(width, height, new Uint8Array(50)));
    expect(file).toMatchObject({ status: 'ready', width, height, blurHash: null });
  });

  it('that claims just what we decode, but holds one row, is cut off', async () => {
    const data = await deflate([new Uint8Array(1 + 4000 * 3)]);
    const file = await uploaded(brand.key, 'profile_picture', pngOf(4000, 4000, data));
    expect(file).toMatchObject({ status: 'failed', failure: { message: 'The PNG is cut off.' } });
  });

  it('and inflates to far more than its rows is read no further than those', async () => {
    const megabyte = new Uint8Array(1024 * 1024);
    const data = await deflate(Array.from({ length: 30 }, () => megabyte));
    // Inflating all of it fails, because its end is damaged.
    data.fill(0xff, -1_000);
    const picture = (width: number, height: number) =>
      uploaded(brand.key, 'profile_picture', pngOf(width, height, data));
    const file = await picture(10, 10);
    expect(file).toMatchObject({ status: 'ready', width: 10, height: 10 });
    expect(file.blurHash).toHaveLength(28);
    expect((await picture(480, 21_700)).failure).toMatchObject({ message: 'The PNG is damaged.' });
  });

  it('of 16 megapixels is decoded a row at a time', async () => {
    const row = new Uint8Array(1 + 4000 * 3).fill(200, 1);
    const data = await deflate(Array.from({ length: 4000 }, () => row));
    const file = await uploaded(brand.key, 'profile_picture', pngOf(4000, 4000, data));
    expect(file).toMatchObject({ status: 'ready', width: 4000, height: 4000 });
    expect(file.blurHash).toHaveLength(28);
  });

  it('a JPEG that claims 250 megapixels is not decoded', async () => {
    const bytes = media.jpg.slice();
    const view = new DataView(bytes.buffer);
    let at = 2;
    while (view.getUint8(at + 1) < 0xc0 || view.getUint8(at + 1) > 0xc2) at += 2 + view.getUint16(at + 2);
    view.setUint16(at + 5, 15_800);
    view.setUint16(at + 7, 15_800);
    const file = await uploaded(brand.key, 'profile_picture', bytes);
    expect(file).toMatchObject({ status: 'ready', width: 15_800, height: 15_800, blurHash: null });
  });
});

describe('what cameras write', () => {
  it('a turned JPEG has the size that is seen', async () => {
    // Exif, big-endian, one entry: orientation 6, a quarter turn
    const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1];
    const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
    const app1 = [0xff, 0xe1, 0, 2 + exif.length + entry.length, ...exif, ...entry];
    const turned = new Uint8Array([0xff, 0xd8, ...app1, ...media.jpg.slice(2)]);
    const file = await uploaded(brand.key, 'profile_picture', turned);
    expect(file).toMatchObject({ status: 'ready', width: 200, height: 320 });
  });

  it('the first pass of an interlaced PNG is enough', async () => {
    const pass = await deflate(Array.from({ length: 2 }, () => new Uint8Array(1 + 2 * 3).fill(99, 1)));
    const file = await uploaded(brand.key, 'profile_picture', pngOf(16, 16, pass, true));
    expect(file).toMatchObject({ status: 'ready', width: 16, height: 16 });
  });
});

const SEEDS = Array.from({ length: 15 }, (_, n) => n + 1);

describe('whatever is done to a file', () => {
  /** Damages bytes in the same way for the same seed. */
  function damaged(bytes: Uint8Array, seed: number): Uint8Array {
    const { below: next } = seeded(seed);
    const copy = next(3) === 0 ? bytes.slice(0, 16 + next(bytes.byteLength - 16)) : bytes.slice();
    for (let i = 0; i < 1 + next(12); i++) copy[12 + next(copy.byteLength - 12)] = next(256);
    return copy;
  }

  it.each([
    ['jpg', 'profile_picture'],
    ['png', 'profile_picture'],
    ['webp', 'profile_picture'],
    ['mp4', 'submission'],
    ['fragmentedMp4', 'submission'],
    ['mov', 'submission'],
    ['webm', 'submission'],
    ['pdf', 'agreement'],
  ] as const)('a damaged %s is ready or failed in the end', async (kind, purpose) => {
    for (const seed of portion(SEEDS, 3)) {
      const answer = await upload(brand.key, purpose, damaged(media[kind], seed));
      if (answer.status === 422) continue;
      const file = await processed(brand.key, answer.body.data.id);
      expect(['ready', 'failed'], `seed ${seed}`).toContain(file.status);
      if (file.status === 'failed') expect(file.failure.message).toMatch(/^The /);
    }
  });
});
