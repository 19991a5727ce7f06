// Other people see pictures, but not what the device wrote into them.
import { beforeAll, describe, expect, it } from 'vitest';
import { MetadataStripper, stripMetadata } from '../../../../src/domains/platform/formats/strip-metadata.ts';
import { seeded } from '../../../../tools/random.ts';
import * as clock from '../../../harness/clock.ts';
import { follow, media, processAt, storedBytes, upload, uploaded } from '../../../harness/files.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let brand: Minted;

beforeAll(async () => {
  brand = await mintAccount();
});

const SECRET = 'GPS 47.3769 N 8.5417 E';
const text = (value: string) => [...value].map((letter) => letter.charCodeAt(0));
const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const joined = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const says = (bytes: Uint8Array, what: string) => new TextDecoder('latin1').decode(bytes).includes(what);

const segment = (marker: number, content: number[]) => [0xff, marker, ...u16(content.length + 2), ...content];
const jpegExif = (orientation: number) => {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const tiff = [...text('MM'), 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0, ...text(SECRET)];
  return segment(0xe1, [...text('Exif'), 0, 0, ...tiff]);
};
const jpeg = (orientation: number) =>
  joined(
    media.jpg.slice(0, 2),
    jpegExif(orientation),
    segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${SECRET}`)),
    segment(0xe2, text(`MPF\0${SECRET}`)),
    segment(0xed, text(`Photoshop 3.0\0${SECRET}`)),
    segment(0xfe, text(SECRET)),
    media.jpg.slice(2),
    // A second picture at the end, as phones append it.
    text(SECRET),
  );
// Readers that skip a chunk do not check its checksum.
const pngChunk = (name: string, content: number[]) => [
  ...u32(content.length),
  ...text(name),
  ...content,
  0,
  0,
  0,
  0,
];
const png = joined(
  media.png.slice(0, 33),
  pngChunk('eXIf', text(SECRET)),
  pngChunk('tEXt', text(`Comment\0${SECRET}`)),
  media.png.slice(33),
  text(SECRET),
);
const riff = (name: string, content: number[]) => [
  ...text(name),
  ...u32(content.length).reverse(),
  ...content,
  ...(content.length % 2 ? [0] : []),
];
function webp(): Uint8Array {
  const bytes = joined(media.webp, riff('EXIF', text(SECRET)), riff('XMP ', text(SECRET)));
  new DataView(bytes.buffer).setUint32(4, bytes.byteLength - 8, true);
  // The extended format lists its chunks.
  expect(says(bytes.slice(12, 16), 'VP8X')).toBe(true);
  bytes[20]! |= 0x0c;
  return bytes;
}
const gif = joined(
  [...text('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
  [0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, 0, 0, 0],
  [0x21, 0xfe, SECRET.length, ...text(SECRET), 0],
  [0x21, 0xff, 11, ...text('XMP DataXMP'), SECRET.length, ...text(SECRET), 0],
  [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b],
  text(SECRET),
);

async function served(file: { url: string }): Promise<Uint8Array> {
  const answer = await follow(file.url);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The bucket with some methods replaced. */
function bucketWith(methods: Record<string, unknown>): R2Bucket {
  return new Proxy(testEnv.FILES, {
    get(target, name) {
      const own = Reflect.get(target, name);
      return methods[name as string] ?? (typeof own === 'function' ? own.bind(target) : own);
    },
  });
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('what a picture says besides its pixels', () => {
  it.each([
    ['a JPEG', 'profile_picture', jpeg(1), media.jpg],
    ['a PNG', 'program_image', png, media.png],
    ['a WebP', 'profile_picture', webp(), media.webp],
    ['a GIF', 'chat_attachment', gif, null],
  ] as const)('is taken out of %s, which looks as it did', async (_, purpose, bytes, plain) => {
    expect(says(bytes, SECRET)).toBe(true);
    const file = await uploaded(brand.key, purpose, bytes);
    expect(file).toMatchObject({ status: 'ready', failure: null });
    const got = await served(file);
    expect(says(got, SECRET)).toBe(false);
    expect(file).toMatchObject({ size: got.byteLength, sha256: await sha256(got) });
    if (purpose === 'chat_attachment') {
      // The picture and its repeat count are complete.
      expect(got.byteLength).toBe(13 + 6 + 19 + 15 + 1);
      expect(says(got, 'NETSCAPE2.0')).toBe(true);
      return;
    }
    expect(got).toEqual(plain);
  });

  it('is not which way is up', async () => {
    const file = await uploaded(brand.key, 'profile_picture', jpeg(6));
    expect(file).toMatchObject({ status: 'ready', width: 200, height: 320 });
    const got = await served(file);
    expect(says(got, SECRET)).toBe(false);
    const again = await uploaded(brand.key, 'profile_picture', got);
    expect(again).toMatchObject({ width: 200, height: 320, blurHash: file.blurHash, sha256: file.sha256 });
  });

  it('goes once, though the job dies between the bytes and the row, and comes back to none that was deleted', async () => {
    const send = async () =>
      (await upload(brand.key, 'profile_picture', jpeg(1))).body.data as { id: string; version: number };
    const first = await send();
    const clean = await served(await uploaded(brand.key, 'profile_picture', jpeg(1)));
    await testEnv.FILES.put(`files/${first.id}`, clean);
    await processAt(clock.now(), first.id);
    const file = (await call('GET', `/v1/files/${first.id}`, { key: brand.key })).body.data;
    expect(file).toMatchObject({ status: 'ready', size: clean.byteLength, sha256: await sha256(clean) });

    const second = await send();
    const get = testEnv.FILES.get.bind(testEnv.FILES);
    const FILES = bucketWith({
      get: async (key: string, options?: R2GetOptions) => {
        const object = await get(key, options as never);
        // A read of the whole object is the last one before it is written.
        if (!options) await testEnv.FILES.delete(key);
        return object;
      },
    });
    await expect(processAt(clock.now(), second.id, { ...testEnv, FILES })).rejects.toThrow('changed');
    expect(await storedBytes(second.id)).toBeNull();
  });
});

describe('a picture that is too large to be held', () => {
  const PICTURES = { jpeg: jpeg(1), turned: jpeg(6), png, webp: webp(), gif };

  it.each(Object.entries(PICTURES))('loses the same (%s), however its bytes come', (name, bytes) => {
    const type = `image/${name === 'turned' ? 'jpeg' : name}`;
    const stripping = { type, orientation: name === 'turned' ? 6 : 1 };
    const whole = stripMetadata(bytes, stripping);
    expect([says(bytes, SECRET), says(whole, SECRET)]).toEqual([true, false]);
    expect(stripMetadata(whole, stripping)).toEqual(whole);
    const { below } = seeded(7);
    for (const largest of [1, 2, 7, 300]) {
      const parts: Uint8Array[] = [];
      const stripper = new MetadataStripper(stripping, (part) => parts.push(part.slice()), whole.byteLength);
      for (let at = 0; at < bytes.byteLength; ) {
        const piece = bytes.slice(at, at + 1 + below(largest));
        stripper.next(piece);
        at += piece.byteLength;
      }
      stripper.next(null);
      expect(joined(...parts), `pieces of up to ${largest}`).toEqual(whole);
    }
  });

  it('is refused when it is made of more pieces than anybody writes', () => {
    const comments = new Uint8Array(4_000_010).map((_, at) => [0, 2, 0xff, 0xfe][at % 4]!);
    comments.set(media.jpg.subarray(0, 2));
    expect(() => stripMetadata(comments, { type: 'image/jpeg', orientation: 1 })).toThrow('too many pieces');
  });

  it('is written anew piece by piece', async () => {
    // Beyond 24 MiB: data that no decoder reads.
    const filling = new Uint8Array(25 * 1024 * 1024).fill(9);
    const chunk = new Uint8Array(12 + filling.byteLength);
    new DataView(chunk.buffer).setUint32(0, filling.byteLength);
    chunk.set(text('IDAT'), 4);
    chunk.set(filling, 8);
    const secret = Uint8Array.from(pngChunk('tEXt', text(SECRET)));
    const end = Uint8Array.from(pngChunk('IEND', []));
    const parts = [media.png.slice(0, 33), secret, chunk, secret, end, Uint8Array.from(text(SECRET))];
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    const clean = new Uint8Array(await new Blob([parts[0]!, chunk, end]).arrayBuffer());
    const file = await uploaded(brand.key, 'chat_attachment', bytes);
    expect(file).toMatchObject({ status: 'ready', width: 160, height: 100, blurHash: null });
    expect(file).toMatchObject({ size: clean.byteLength, sha256: await sha256(clean) });
    const kept = await served(file);
    expect([kept.byteLength, await sha256(kept)]).toEqual([clean.byteLength, file.sha256]);
  });
});
