import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, singleLine, Version } from '../../../resource/fields.ts';
import { Image } from '../../../resource/image.ts';
import { PURPOSE_NAMES, type Purpose, takesVideo } from './purposes.ts';
import { type ShownFile, stillOf } from './shown-file.ts';
import { downloadUrl, partUrl } from './signed-url.ts';
import { LEAST_PART_SIZE, MOST_PART_SIZE, partSizes } from './upload-parts.ts';

const FILE_STATUSES = ['uploading', 'processing', 'ready', 'failed', 'deleted'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** Lists do not show deleted files. */
export const ListedStatus = z.enum(FILE_STATUSES).exclude(['deleted']);

export const Purposes = z.enum(PURPOSE_NAMES);

export const File = z
  .object({
    id: ownId('file'),
    purpose: Purposes.describe(
      'What it was uploaded for, which decides what types and sizes are accepted and who may use it where.',
    ),
    name: z.string().nullable().describe('As its uploader called it; null where no name was sent.'),
    status: z
      .enum(FILE_STATUSES)
      .describe('`deleted` is only seen in the answer to a deletion; the file is gone afterwards.'),
    contentType: z.string().nullable().describe('As the bytes say; null until they are known.'),
    size: z.int().describe('Bytes.'),
    sha256: z.string().nullable().describe('Lower-case hex; null until the file is ready.'),
    width: z
      .int()
      .nullable()
      .describe(
        'Pixels, as displayed; null until the file is ready, and for one that is no picture or video.',
      ),
    height: z
      .int()
      .nullable()
      .describe(
        'Pixels, as displayed; null until the file is ready, and for one that is no picture or video.',
      ),
    duration: z.number().nullable().describe('Seconds; null until a video is ready, and for any other file.'),
    blurHash: z
      .string()
      .nullable()
      .describe(
        'BlurHash of a picture, to show while it loads; null for other files, animations and pictures too large to decode.',
      ),
    pages: z.int().nullable().describe("A PDF's pages; null until it is ready, and for any other file."),
    thumbnail: Image.nullable().describe('The still that a video is shown by; null until it is ready.'),
    url: z.string().nullable().describe('Short-lived link to the bytes of a ready file; takes ranges.'),
    urlExpiresAt: z
      .string()
      .nullable()
      .describe(
        'When the link ends, ten minutes after this answer; null where there is no link. Read the file again for another.',
      ),
    failure: z
      .object({
        code: z
          .string()
          .describe('Read this one in programs, such as unsupported_type, broken_file or upload_expired.'),
        message: z.string().describe('What is wrong, in words for the person who uploaded it.'),
      })
      .nullable()
      .describe(
        'Why the file cannot be used; null unless its status is failed. Its bytes are gone: upload another one.',
      ),
    upload: z
      .object({
        partSize: z.int().describe('Bytes of every part but the last.'),
        expiresAt: z.string().describe('What is not finished by then is given up.'),
        parts: z
          .array(
            z.object({
              number: z.int().describe('From 1 on.'),
              size: z.int().describe('Bytes that this part must have.'),
              url: z.string().describe('PUT the part here, with its Content-Length. No key is needed.'),
              uploaded: z.boolean().describe('Whether it has arrived. A part may be sent again.'),
            }),
          )
          .describe('All parts in order. The upload can be finished once each is there.'),
      })
      .nullable()
      .describe('How to send the bytes, while they come in parts.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'File' });
recordExample(File, {
  id: 'file_01k2d9q3v7h5m8r4t6w0x1y2z3',
  purpose: 'submission',
  name: 'steps.mp4',
  status: 'ready',
  contentType: 'video/mp4',
  size: 18_350_080,
  sha256: '9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f',
  width: 1080,
  height: 1920,
  duration: 31,
  blurHash: null,
  pages: null,
  thumbnail: {
    fileId: 'file_01k2d9q3v7h5m8r4t6w0x1y2z4',
    url: 'https://api.example.com/files/file_01k2d9q3v7h5m8r4t6w0x1y2z4?expires=1786354200000&signature=4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d',
    width: 1080,
    height: 1920,
    blurHash: 'LGF5?xYk^6#M@-5c,1J5@[or[Q6.',
  },
  url: 'https://api.example.com/files/file_01k2d9q3v7h5m8r4t6w0x1y2z3?expires=1786354200000&signature=5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
  urlExpiresAt: '2026-08-10T09:40:00.000Z',
  failure: null,
  upload: null,
  version: 2,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type File = z.output<typeof File>;

const Thumbnail = id('file').describe(
  "A video's still: a picture of its owner's, uploaded with purpose=thumbnail. It may still be processed.",
);

export const FileCreate = z.strictObject({
  purpose: Purposes,
  name: singleLine(255).optional().describe("The file's name, for people."),
  thumbnail: Thumbnail.optional(),
  size: z
    .string()
    .regex(/^[0-9]{1,15}$/, 'Must be a number of bytes.')
    .transform(Number)
    .pipe(z.int().min(1))
    .optional()
    .meta({ override: { type: 'integer', minimum: 1 } })
    .describe('Bytes of an upload in parts; send no body then.'),
  partSize: z
    .string()
    .regex(/^[0-9]{1,9}$/, 'Must be a number of bytes.')
    .transform(Number)
    .pipe(z.int().min(LEAST_PART_SIZE).max(MOST_PART_SIZE))
    .optional()
    .meta({ override: { type: 'integer', minimum: LEAST_PART_SIZE, maximum: MOST_PART_SIZE } })
    .describe('Bytes of every part but the last, with size: 5 to 64 MiB; 64 MiB unless given.'),
});

export const FileUpdate = z.object({
  status: z
    .enum(['finished', 'deleted'])
    .optional()
    .describe('`finished` closes an upload in parts; `deleted` removes the file.'),
  thumbnail: Thumbnail.nullable().optional(),
  version: Version.optional(),
});
bodyExample(FileUpdate, 'FileUpdate', { status: 'deleted' });

export interface FileRow {
  id: string;
  ownerId: string;
  uploadedBy: string;
  purpose: Purpose;
  name: string | null;
  status: FileStatus;
  size: number;
  partSize: number | null;
  type: string | null;
  sha256: string | null;
  width: number | null;
  height: number | null;
  duration: number | null;
  blurHash: string | null;
  pages: number | null;
  thumbnailId: string | null;
  failureCode: string | null;
  failureMessage: string | null;
  uploadId: string | null;
  urlKey: string;
  holds: number;
  attempts: number;
  dueAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** A file with its still, once that is ready. */
export type SeenFile = FileRow & Pick<ShownFile, 'still'>;

/** @param arrived the numbers of the parts that have arrived, while the file is uploaded in parts. */
export async function presentFile(
  ctx: SystemCtx,
  row: SeenFile,
  arrived: ReadonlySet<number> = new Set(),
): Promise<File> {
  const { FILES_URL, PUBLIC_URL } = ctx.vars;
  const link = row.status === 'ready' ? await downloadUrl(row, ctx.now, FILES_URL) : null;
  return {
    id: row.id,
    purpose: row.purpose,
    name: row.name,
    status: row.status,
    contentType: row.type,
    size: row.size,
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    duration: row.duration,
    blurHash: row.blurHash,
    pages: row.pages,
    thumbnail: takesVideo(row) ? await stillOf(ctx, row) : null,
    url: link?.url ?? null,
    urlExpiresAt: link ? iso(link.expiresAt) : null,
    failure:
      row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage ?? 'Unusable.' },
    upload:
      row.status === 'uploading' && row.uploadId !== null ? await uploadOf(row, PUBLIC_URL, arrived) : null,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

async function uploadOf(
  row: FileRow,
  publicUrl: string,
  arrived: ReadonlySet<number>,
): Promise<File['upload']> {
  const expiresAt = row.dueAt ?? row.createdAt;
  const sizes = partSizes(row);
  return {
    partSize: sizes[0]!,
    expiresAt: iso(expiresAt),
    parts: await Promise.all(
      sizes.map(async (size, index) => ({
        number: index + 1,
        size,
        url: await partUrl(row, index + 1, expiresAt, publicUrl),
        uploaded: arrived.has(index + 1),
      })),
    ),
  };
}
