import type { SystemCtx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import type { SeenFile } from './file.ts';
import { PURPOSES, type Purpose } from './purposes.ts';
import { findFile } from './store.ts';

/**
 * A file of one owner that was uploaded for one of `purposes`, ready or still being processed. Throws
 * operation_rejected: file_not_found, file_wrong_purpose, file_failed.
 */
export async function ownFile(
  ctx: SystemCtx,
  ownerId: string,
  id: string,
  ...purposes: readonly [Purpose, ...Purpose[]]
): Promise<SeenFile> {
  return checkedOwn(await findFile(ctx, id), ownerId, id, purposes);
}

/** The same of a file that was looked for already. */
export function checkedOwn(
  file: SeenFile | null | undefined,
  ownerId: string,
  id: string,
  purposes: readonly [Purpose, ...Purpose[]],
): SeenFile {
  if (!file || file.ownerId !== ownerId || file.status === 'deleted') {
    throw rejected('file_not_found', 'There is no such file.', { file: id });
  }
  if (!purposes.includes(file.purpose)) {
    const [wanted] = purposes;
    throw rejected(
      'file_wrong_purpose',
      `The file was uploaded as ${file.purpose}. ${PURPOSES[wanted].label} needs purpose=${wanted}.`,
      { file: id },
    );
  }
  if (file.status === 'failed') {
    throw rejected('file_failed', `The file cannot be used. ${file.failureMessage ?? ''}`.trim(), {
      file: id,
    });
  }
  return file;
}
