import * as z from 'zod';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, ownId } from '../../../resource/fields.ts';
import { LISTS } from './lists.ts';

export const STATUSES = ['running', 'ready', 'failed'] as const;
export const FAILURES = ['no_access', 'unreadable'] as const;

export const ExportCreate = z.strictObject({
  list: z.enum(LISTS).describe('The list, by the last part of its path.'),
  filters: z
    .record(z.string().max(40), z.string().max(1_000))
    .refine((filters) => Object.keys(filters).length <= 20, 'At most 20 filters.')
    .default({})
    .describe("The list's own query parameters, apart from `limit` and `cursor`."),
});
bodyExample(ExportCreate, 'ExportCreate', { list: 'products', filters: { status: 'active' } });

export const Export = z
  .object({
    id: ownId('export'),
    list: z.enum(LISTS),
    filters: z.record(z.string(), z.string()),
    status: z.enum(STATUSES).describe('`running` until all rows are written.'),
    failureMessage: z.string().nullable().describe('Why there is no file, and what to do.'),
    rows: z.int().min(0).describe('The rows that are written so far.'),
    truncated: z
      .boolean()
      .describe('Whether there were more than 1,000,000 rows. Narrow the filters for the others.'),
    url: z.string().nullable().describe('Where the CSV file is, once it is ready. Good for ten minutes.'),
    urlExpiresAt: z.string().nullable().describe('Read the export again for a new link.'),
    expiresAt: z.string().describe('When the export is deleted.'),
    createdAt: createdAt.describe('RFC 3339, UTC. The moment that the file shows.'),
  })
  .meta({ id: 'Export' });

export type Export = z.output<typeof Export>;
recordExample(Export, {
  id: 'exp_01k9a5x4m0e2s8v7c3b6n1h5q9',
  list: 'products',
  filters: { status: 'active' },
  status: 'ready',
  failureMessage: null,
  rows: 128,
  truncated: false,
  url: 'https://service.example/files/exports/exp_01k9a5x4m0e2s8v7c3b6n1h5q9?expires=1793440800000&signature=5d2e',
  urlExpiresAt: '2026-10-31T10:00:00.000Z',
  expiresAt: '2026-11-07T09:50:00.000Z',
  createdAt: '2026-10-31T09:50:00.000Z',
});
