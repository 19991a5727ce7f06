// Fetches the pictures of profiles from the URLs that were given for them.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch, inOneBatchUnlessEdited } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import { describeError, log } from '../../../kit/log.ts';
import { readPublicUrl } from '../../../kit/read-public-url.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { createFileFor, uploadOf } from '../../platform/files/create-file.ts';
import { filesById, holdFile, releaseFile } from '../../platform/files/interface.ts';
import {
  deleteImported,
  listPictureImportsDue,
  type PictureImport,
  savePictureImport,
} from './picture-import-store.ts';
import { findAccount, saveAccount } from './store.ts';

/** A picture is in memory as a whole, so they are fetched one after another. */
const AT_ONCE = 5;
const MOST_BYTES = 20 * 1024 * 1024;
/** The pauses after a URL gave no answer; after the last one it is not asked again. */
const PAUSES = [2 * MINUTE_MS, 10 * MINUTE_MS];
/** After this time a run counts as dead, and another may go on. */
const LEASE_MS = 5 * MINUTE_MS;

export async function importPictures(ctx: SystemCtx): Promise<void> {
  for (const found of await listPictureImportsDue(ctx, AT_ONCE)) {
    const row = { ...found, dueAt: ctx.now + LEASE_MS };
    if (!(await inOneBatch(ctx, (own) => savePictureImport(own, found, { dueAt: row.dueAt })))) continue;
    try {
      await (row.fileId === null ? fetchPicture(ctx, row) : showPicture(ctx, row, row.fileId));
    } catch (error) {
      // The lease ends, and the next run tries again.
      log('error', { account: row.accountId, error: describeError(error) });
    }
  }
}

/** Asks the URL, and stores what it answers as a file of the account. */
async function fetchPicture(ctx: SystemCtx, row: PictureImport): Promise<void> {
  const read = await readPublicUrl(row.url, { most: MOST_BYTES, allowLocal: ctx.vars.ALLOW_LOCAL_URLS });
  if ('problem' in read) {
    const pause = read.again ? PAUSES[row.tries] : undefined;
    if (pause === undefined) await fail(ctx, row, read.problem);
    else
      await inOneBatch(ctx, (own) =>
        savePictureImport(own, row, { tries: row.tries + 1, dueAt: ctx.now + pause }),
      );
    return;
  }
  const owner = { ownerId: row.accountId, uploadedBy: row.requestedBy };
  try {
    await inOneBatch(ctx, async (own) => {
      const { id } = await createFileFor(own, owner, { purpose: 'profile_picture' }, uploadOf(read.bytes));
      savePictureImport(own, row, { fileId: id, dueAt: ctx.now });
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await fail(ctx, row, error.message);
  }
}

/** Puts the file into the profile once it is ready. */
async function showPicture(ctx: SystemCtx, row: PictureImport, fileId: string): Promise<void> {
  const [files, account] = await Promise.all([filesById(ctx, [fileId]), findAccount(ctx, row.accountId)]);
  const file = files.get(fileId);
  if (!file || !account) return await fail(ctx, row, 'The file was deleted before it was shown.');
  if (file.status === 'failed') return await fail(ctx, row, file.failureMessage ?? 'The picture is broken.');
  if (file.status !== 'ready') {
    await inOneBatch(ctx, (own) => savePictureImport(own, row, { dueAt: ctx.now + MINUTE_MS }));
    return;
  }
  await inOneBatchUnlessEdited(ctx, (own) => {
    holdFile(own, file);
    if (account.profilePicture !== null) releaseFile(own, account.profilePicture);
    saveAccount(own, account, { profilePicture: fileId });
    deleteImported(own, row);
  });
}

async function fail(ctx: SystemCtx, row: PictureImport, problem: string): Promise<void> {
  await inOneBatch(ctx, (own) => savePictureImport(own, row, { dueAt: null, problem }));
}
