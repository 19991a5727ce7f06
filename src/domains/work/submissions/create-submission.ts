import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { shownAccount } from '../../../db/involved-list.ts';
import { emit } from '../../../db/outbox.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { newId } from '../../../kit/ids.ts';
import { listActiveProducts } from '../../catalog/products/interface.ts';
import { addCreditTarget } from '../../measurement/credit-targets/interface.ts';
import type { FileRow } from '../../platform/files/file.ts';
import { holdFile, readyFile } from '../../platform/files/interface.ts';
import { findApplication } from '../applications/interface.ts';
import { creatorPaused, recordActivity, takesSubmissions } from '../creator-consent/interface.ts';
import { findProgram, moveCounts } from '../program-terms/interface.ts';
import { isInNetwork, type ProgramRow } from '../program-terms/program.ts';
import { findRunningRetainer } from '../retainers/interface.ts';
import { presentOne } from './get-submission.ts';
import { postHosts, postUrl } from './post-url.ts';
import { linkColumns } from './short-link.ts';
import { countOfCreator, insertSubmission } from './store.ts';
import { type Submission, type SubmissionCreate, type SubmissionRow, videoColumns } from './submission.ts';

type Input = z.output<typeof SubmissionCreate>;

/** A creator makes a submission to a program. */
export async function createSubmission(ctx: Ctx, input: Input): Promise<Submission> {
  const creatorId = ctx.actor.creator;
  if (creatorId === null) throw new AppError('permission_denied', 'Work is sent in by its creator.');
  if (input.file === undefined && input.url === undefined)
    throw invalidField('/file', 'Give a file, a url, or both.', 'required');
  const { program, application, epoch } = await openFor(ctx, input.program, creatorId);
  checkDetails(program, input);
  const only = program.platforms.length === 1 ? program.platforms[0]! : null;
  const platform = input.platform ?? only;
  const url = input.url === undefined ? null : requirePostUrl(input.url, platform, program);
  const [file] = await Promise.all([
    input.file === undefined ? null : readyFile(ctx, input.file, 'submission'),
    requireActiveProduct(ctx, program.accountId, input.product),
  ]);
  const row: SubmissionRow = {
    id: newId('submission', ctx.now),
    accountId: program.accountId,
    programId: program.id,
    applicationId: application.id,
    creatorId,
    status: 'review',
    note: null,
    comments: [],
    tags: [],
    ...videoColumns(file),
    url,
    platform,
    caption: input.caption ?? null,
    productId: input.product ?? null,
    retainerId: await findRunningRetainer(ctx, {
      accountId: program.accountId,
      creatorId,
      programId: program.id,
    }),
    postId: null,
    urlByBrand: false,
    ...linkColumns(url, ctx.now),
    approvedBefore: null,
    submittedAt: ctx.now,
    reviewedAt: null,
    decidedBy: null,
    payVersion: program.payVersion,
    payOverride: application.pay,
    payDueAt: null,
    paymentId: null,
    paidAmount: null,
    paidCurrency: null,
    version: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  write(ctx, row, file, {
    agreementsEpoch: epoch,
    payVersion: program.payVersion,
    applicationVersion: application.version,
    limit: program.limitSubmissionsPerCreator,
  });
  return await presentOne(ctx, row);
}

function write(
  ctx: Ctx,
  row: SubmissionRow,
  file: FileRow | null,
  terms: Parameters<typeof insertSubmission>[2],
): void {
  insertSubmission(ctx, row, terms, async () => {
    try {
      await openFor(ctx, row.programId, row.creatorId);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  });
  addCreditTarget(ctx, {
    accountId: row.accountId,
    kind: 'submission',
    key: row.id,
    creatorId: row.creatorId,
  });
  if (file) holdFile(ctx, file);
  moveCounts(ctx, row.programId, { submissions: 1 });
  recordActivity(ctx, row.creatorId);
  emit(ctx, {
    type: 'submission.created',
    account: row.accountId,
    creator: row.creatorId,
    data: { program: row.programId, submission: row.id },
  });
}

/**
 * The program and the creator's place in it. Throws operation_rejected while the creator may not make
 * submissions.
 */
async function openFor(ctx: Ctx, programId: string, creatorId: string) {
  const program = await findProgram(ctx, programId);
  const only = shownAccount(ctx);
  if (only !== undefined && program?.accountId !== only)
    throw rejected('program_not_found', 'No such program.');
  const found = program && (await findApplication(ctx, programId, creatorId));
  if (!program || !(found || isInNetwork(program))) throw rejected('program_not_found', 'No such program.');
  if (found?.application.status !== 'approved')
    throw rejected('application_not_approved', 'The creator has no approved application to this program.');
  const takes = await takesSubmissions(ctx, program.accountId, creatorId);
  if (takes === 'paused') throw creatorPaused();
  if (takes === 'no')
    throw rejected(
      'not_agreed',
      'The brand and the creator have not agreed to work together, or no longer do.',
    );
  const early = program.startsAt !== null && program.startsAt > ctx.now;
  const over = program.endsAt !== null && program.endsAt <= ctx.now;
  if (program.status !== 'live' || early || over)
    throw rejected('program_not_open', 'The program takes no work now.');
  if (found.open)
    throw rejected('agreements_required', 'Agreements have to be accepted before new work is sent in.', {
      application: found.application.id,
    });
  const limit = program.limitSubmissionsPerCreator;
  if (limit !== null && (await countOfCreator(ctx, program.id, creatorId)) >= limit)
    throw rejected('submission_limit', 'The creator has sent in all that the program takes.', { limit });
  return { program, application: found.application, epoch: found.epoch };
}

/** Throws operation_rejected for a platform or product that the program does not have. */
export function checkDetails(
  program: Pick<ProgramRow, 'platforms' | 'products'>,
  input: { platform?: string | undefined; product?: string | null | undefined },
): void {
  const { platform, product } = input;
  if (platform !== undefined && program.platforms.length > 0 && !program.platforms.includes(platform))
    throw rejected('platform_not_in_program', 'The program is not for this platform.', {
      platforms: program.platforms,
    });
  if (product != null && !program.products.includes(product))
    throw rejected('product_not_in_program', "Not one of the program's products.", { product });
}

/** Throws operation_rejected for a product that the account has archived, or that its shop no longer sells. */
export async function requireActiveProduct(
  ctx: Ctx,
  accountId: string,
  product: string | null | undefined,
): Promise<void> {
  if (product == null || (await listActiveProducts(ctx, accountId, [product])).has(product)) return;
  throw rejected('product_archived', 'This product is archived. Choose another one, or none.', {
    path: '/product',
    product,
  });
}

/**
 * A post's URL in its stored form. It must belong to the platform, or else to one of the program's platforms,
 * or else to any. Throws validation_failed.
 * @param path the field of the request that is wrong.
 */
export function requirePostUrl(
  url: string,
  platform: string | null,
  program: Pick<ProgramRow, 'platforms'>,
  path: '/url' | '/platform' = '/url',
): string {
  const platforms = platform === null ? program.platforms : [platform];
  const kept = postUrl(url, platforms);
  if (kept !== null) return kept;
  const of = platforms.length > 0 ? ` of ${platforms.join(' or ')}` : '';
  throw invalidField(path, `The URL has to be that of a post${of}: at ${postHosts(platforms).join(', ')}.`);
}
