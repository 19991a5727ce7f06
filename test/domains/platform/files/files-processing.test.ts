import { beforeAll, describe, expect, it } from 'vitest';
import { eventsAbout, media, storedBytes, uploaded } from '../../../harness/files.ts';
import { type Minted, mintAccount } from '../../../harness/world.ts';

let brand: Minted;

beforeAll(async () => {
  brand = await mintAccount();
});

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

describe('the job makes a good file ready', () => {
  it.each([
    ['jpg', 'image/jpeg', 320, 200],
    ['png', 'image/png', 160, 100],
    ['webp', 'image/webp', 320, 200],
  ] as const)('with the size and blurHash of a %s', async (kind, type, width, height) => {
    const file = await uploaded(brand.key, 'profile_picture', media[kind]);
    expect(file).toMatchObject({ status: 'ready', contentType: type, width, height, failure: null });
    expect(file.blurHash).toMatch(/^[0-9A-Za-z#$%*+,\-.:;=?@[\]^_{|}~]{28}$/);
    expect(file.sha256).toBe(await sha256(media[kind]));
    expect(await eventsAbout(file.id)).toEqual(['file.ready']);
  });

  it.each([
    ['mp4', 'video/mp4'],
    ['fragmentedMp4', 'video/mp4'],
    ['mov', 'video/quicktime'],
    ['webm', 'video/webm'],
  ] as const)('with the duration and size of a %s', async (kind, type) => {
    const file = await uploaded(brand.key, 'submission', media[kind]);
    expect(file).toMatchObject({
      status: 'ready',
      contentType: type,
      width: 180,
      height: 320,
      blurHash: null,
    });
    expect(file.duration).toBeCloseTo(2, 1);
    expect(await eventsAbout(file.id)).toEqual(['file.ready']);
  });

  it('with the pages and SHA-256 of a PDF', async () => {
    const file = await uploaded(brand.key, 'agreement', media.pdf);
    expect(file).toMatchObject({ status: 'ready', contentType: 'application/pdf', pages: 3 });
    expect(file.sha256).toBe(await sha256(media.pdf));
    expect(await storedBytes(file.id)).toBe(media.pdf.byteLength);
  });
});
