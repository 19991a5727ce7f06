import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import { bodyExample } from '../../../resource/example.ts';
import { createdAt, id, singleLine, Version } from '../../../resource/fields.ts';
import { Image } from '../../../resource/image.ts';
import { PURPOSE_NAMES, type Purpose, takesVideo } from './purposes.ts';
import { type ShownFile, stillOf } from './shown-file.ts';
import { downloadUrl, partUrl } from './signed-url.ts';
import { partSizes } from './upload-parts.ts';

export const FILE_STATUSES = ['uploading', 'processing', 'ready', 'failed', 'deleted'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** Deleted files are gone from lists. */
export const ListedStatus = z.enum(FILE_STATUSES).exclude(['deleted']);

export const Purposes = z.enum(PURPOSE_NAMES);

export const File = z
  .object({
    id: id('file'),
    purpose: Purposes,
    name: z.string().nullable(),
    status: z
      .enum(FILE_STATUSES)
      .describe('`deleted` is only seen in the answer to a deletion; the file is gone afterwards.'),
    contentType: z.string().nullable().describe('As the bytes say; null until they are known.'),
    size: z.int().describe('Bytes.'),
    sha256: z.string().nullable().describe('Lower-case hex; null until the file is ready.'),
    width: z.int().nullable().describe('Pixels, as displayed.'),
    height: z.int().nullable(),
    duration: z.number().nullable().describe('Seconds.'),
    blurHash: z.string().nullable(),
    pages: z.int().nullable().describe("A PDF's pages."),
    thumbnail: Image.nullable().describe('The still that a video is shown by; null until it is ready.'),
    url: z.string().nullable().describe('Short-lived link to the bytes of a ready file; takes ranges.'),
    urlExpiresAt: z.string().nullable(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    upload: z
      .object({
        partSize: z.int().describe('Bytes of every part but the last.'),
        expiresAt: z.string().describe('What is not finished by then is given up.'),
        parts: z.array(
          z.object({
            number: z.int(),
            size: z.int(),
            url: z.string().describe('PUT the part here, with its Content-Length. No key is needed.'),
            uploaded: z.boolean(),
          }),
        ),
      })
      .nullable()
      .describe('How to send the bytes, while they come in parts.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'File' });

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

/** @param arrived the numbers of the parts that are there, while the file is uploaded in parts. */
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
  const sizes = partSizes(row.size);
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
