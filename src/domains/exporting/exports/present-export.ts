import type { SystemCtx } from '../../../context.ts';
import { DAY_MS, iso } from '../../../kit/time.ts';
import { downloadUrl } from '../../platform/files/interface.ts';
import type { Export, FAILURES } from './export.ts';
import type { ExportRow } from './store.ts';

const KEPT_MS = 7 * DAY_MS;

const FAILED: Record<(typeof FAILURES)[number], string> = {
  no_access: 'The key, app or person that asked for this export may not read the list any more.',
  unreadable: 'The list could not be read. Ask for the export again.',
};

/** When an export and its file are deleted (milliseconds). */
export const expiryOf = ({ createdAt }: Pick<ExportRow, 'createdAt'>): number => createdAt + KEPT_MS;

export async function presentExport(ctx: SystemCtx, row: ExportRow): Promise<Export> {
  const link =
    row.status === 'ready' ? await downloadUrl(row, ctx.now, ctx.vars.FILES_URL, { kind: 'export' }) : null;
  return {
    id: row.id,
    list: row.list,
    filters: row.filters,
    status: row.status,
    failureMessage: row.failure && FAILED[row.failure],
    rows: row.rows,
    truncated: row.truncated,
    url: link?.url ?? null,
    urlExpiresAt: link && iso(link.expiresAt),
    expiresAt: iso(expiryOf(row)),
    createdAt: iso(row.createdAt),
  };
}
