import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The facts about a file; its bytes are in R2 under its ID. Times are milliseconds. */
export const files = sqliteTable(
  'files',
  {
    id: text().primaryKey(),
    /** The account or creator that uploaded it. */
    ownerId: text('owner_id').notNull(),
    /** The account whose key sent it. Files that it sends for others count against its quotas too. */
    uploadedBy: text('uploaded_by').notNull(),
    purpose: text({
      enum: [
        'submission',
        'agreement',
        'chat_attachment',
        'profile_picture',
        'program_image',
        'product_image',
        'reference_video',
        'thumbnail',
      ],
    }).notNull(),
    name: text(),
    status: text({ enum: ['uploading', 'processing', 'ready', 'failed', 'deleted'] }).notNull(),
    /** Bytes: the declared size while uploading, and the counted one afterwards. */
    size: integer().notNull(),
    /** Bytes of every part but the last, where its uploader said so. */
    partSize: integer('part_size'),
    /** Media type, detected from the bytes. */
    type: text(),
    sha256: text(),
    width: integer(),
    height: integer(),
    /** Seconds. */
    duration: real(),
    blurHash: text('blur_hash'),
    pages: integer(),
    /** A video's still: another file of the same owner. */
    thumbnailId: text('thumbnail_id'),
    failureCode: text('failure_code'),
    failureMessage: text('failure_message'),
    /** The ID of R2's multipart upload while it is open. */
    uploadId: text('upload_id'),
    /** Signs this file's URLs, which therefore end with the row. */
    urlKey: text('url_key').notNull(),
    /** How many other records need the bytes, which can only be deleted at 0. */
    holds: integer().notNull().default(0),
    /** How often processing has begun. */
    attempts: integer().notNull().default(0),
    /**
     * When the job looks at it next: to process it, give up an upload or remove bytes. Null when there is
     * nothing to do.
     */
    dueAt: integer('due_at'),
    version: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('files_owner').on(t.ownerId, t.id),
    index('files_owner_purpose').on(t.ownerId, t.purpose, t.id),
    index('files_owner_status').on(t.ownerId, t.status, t.id),
    index('files_open').on(t.uploadedBy).where(sql`status = 'uploading'`),
    index('files_thumbnail').on(t.thumbnailId).where(sql`thumbnail_id IS NOT NULL`),
    index('files_due').on(t.dueAt).where(sql`due_at IS NOT NULL`),
  ],
);

/** The parts of a multipart upload that have arrived. */
export const fileParts = sqliteTable(
  'file_parts',
  {
    fileId: text('file_id').notNull(),
    number: integer().notNull(),
    etag: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.number] })],
);
