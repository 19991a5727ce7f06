import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { holdFile, readyFile } from '../../platform/files/interface.ts';
import { countApproved, recordActivity } from '../creator-consent/interface.ts';
import { findProgram } from '../program-terms/interface.ts';
import { NO_PAY } from '../program-terms/pay.ts';
import { markSubmissionsDue } from '../retainers/interface.ts';
import { checkDetails, requireActiveProduct, requirePostUrl } from './create-submission.ts';
import { presentOne } from './get-submission.ts';
import { postUrl } from './post-url.ts';
import { countRounds, hasBeenSent, insertRound } from './rounds-store.ts';
import { linkColumns } from './short-link.ts';
import { requireSubmission, saveSubmission, saveUnpaid } from './store.ts';
import {
  type Round,
  type Submission,
  type SubmissionRow,
  type SubmissionUpdateInput,
  videoColumns,
} from './submission.ts';
import { type Action, type Move, type Party, type State, submissionMachine } from './transitions.ts';

type Changes = Partial<SubmissionRow>;

/** How often work may be sent back: each round is read with the record, 50 comments and all. */
const MOST_ROUNDS = 30;

/**
 * Reviews a submission, submits it again, publishes it or changes its details: the whole input or nothing.
 * @param liveByUrl whether it can go live only if the URL of its post is known, for the brand as well.
 */
export async function updateSubmission(
  ctx: Ctx,
  id: string,
  input: SubmissionUpdateInput,
  { liveByUrl = false } = {},
): Promise<Submission> {
  const before = await requireSubmission(ctx, id);
  checkVersion(before, input.version);
  const by: Party = ctx.actor.account ? 'brand' : 'creator';
  checkComments(before, input);
  const actions = actionsOf(before.status, input);
  if (actions.length === 0) return await presentOne(ctx, before);
  const linked = before.url !== null && !confirmsUrl(before, input);
  const facts = { paid: before.paymentId !== null, linked };
  const moves = actions.map((action) => submissionMachine.require(before.status, action, by, facts));
  // Only the first action can change the state; notes, tags and details come along with it.
  const [action, move] = [actions[0]!, moves[0]!];
  const changes: Changes = { ...(await detailChanges(ctx, before, input)), status: move.to };
  if (action === 'resubmit')
    Object.assign(
      changes,
      await nextRound(ctx, before.id, input, input.url === undefined ? null : changes.url!),
    );
  if (action === 'revise') await requireRoom(ctx, id);
  Object.assign(changes, reviewChanges(ctx, before, action));
  if (by === 'creator' && changes.url !== undefined) changes.urlByBrand = false;
  else if (changes.url !== undefined && changes.url !== before.url) changes.urlByBrand = true;
  if (changes.url !== undefined) Object.assign(changes, linkColumns(changes.url, ctx.now));
  const after: SubmissionRow = { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
  checkNeeds(move, after);
  if (liveByUrl && action === 'publish' && after.url === null)
    throw rejected('url_unknown', 'The URL of the post is not known yet: its creator gives it.');
  const takesBack = action === 'reopen' && before.status === 'approved';
  if (takesBack) saveUnpaid(ctx, before, changes);
  else saveSubmission(ctx, before, changes);
  const sentBack = action === 'resubmit' ? roundOf(before) : undefined;
  if (sentBack) insertRound(ctx, id, sentBack);
  if (by === 'creator') recordActivity(ctx, before.creatorId);
  if (action === 'approve' && before.retainerId !== null) markSubmissionsDue(ctx, before.retainerId);
  if (action === 'approve') await countApproval(ctx, before, ctx.now, 1);
  if (takesBack) await countApproval(ctx, before, before.reviewedAt ?? ctx.now, -1);
  if (action === 'approve' || action === 'publish' || action === 'link')
    (await ctx.reactions.submissionPublished())(ctx, before.creatorId);
  if (move.event)
    emit(ctx, {
      type: move.event,
      account: before.accountId,
      creator: before.creatorId,
      data: { program: before.programId, submission: before.id },
    });
  return await presentOne(ctx, after, sentBack);
}

/** Whether a request repeats the URL that the brand named: from its creator that says that it is its post. */
const confirmsUrl = ({ url, urlByBrand }: SubmissionRow, input: SubmissionUpdateInput): boolean =>
  urlByBrand && input.url !== undefined && postUrl(input.url, []) === url;

/**
 * Counts the approval in the creator's performance on the day it was given, in the currency of the program's
 * pay.
 */
async function countApproval(ctx: Ctx, row: SubmissionRow, at: number, by: 1 | -1): Promise<void> {
  const program = await findProgram(ctx, row.programId);
  countApproved(ctx, {
    creator: row.creatorId,
    account: row.accountId,
    currency: program?.pay.currency ?? NO_PAY.currency,
    at,
    by,
  });
}

/** The actions that a request asks for; only the first can change the state. */
function actionsOf(state: State, input: SubmissionUpdateInput): Action[] {
  const actions: Action[] = [];
  const main = mainAction(state, input);
  if (main) actions.push(main);
  if (input.file !== undefined && main !== 'resubmit') actions.push('resubmit');
  const takesUrl = main === 'resubmit' || main === 'publish' || main === 'link';
  if (input.url !== undefined && !takesUrl) actions.push('link');
  const details = [input.platform, input.caption, input.product];
  if (main !== 'resubmit' && details.some((one) => one !== undefined)) actions.push('edit');
  if (input.note !== undefined || input.tags !== undefined) actions.push('annotate');
  return actions;
}

function mainAction(state: State, input: SubmissionUpdateInput): Action | null {
  switch (input.status) {
    case 'approved':
      return 'approve';
    case 'rejected':
      return 'reject';
    case 'revision':
      return 'revise';
    case 'live':
      return 'publish';
    case 'review':
      return state === 'revision' ? 'resubmit' : 'reopen';
  }
  if (input.file !== undefined) return 'resubmit';
  if (input.url === undefined) return null;
  if (state === 'approved') return 'publish';
  return state === 'revision' ? 'resubmit' : 'link';
}

async function detailChanges(
  ctx: Ctx,
  before: SubmissionRow,
  input: SubmissionUpdateInput,
): Promise<Changes> {
  const changes: Changes = {};
  if (input.note !== undefined) changes.note = input.note;
  if (input.comments !== undefined) changes.comments = input.comments;
  if (input.tags !== undefined) changes.tags = [...new Set(input.tags)];
  if (input.caption !== undefined) changes.caption = input.caption;
  if (input.platform !== undefined) changes.platform = input.platform;
  if (input.product !== undefined) changes.productId = input.product;
  if (input.platform !== undefined || input.product != null || input.url !== undefined) {
    const program = await findProgram(ctx, before.programId);
    if (!program) throw new AppError('internal_error', 'a submission without its program');
    checkDetails(program, input);
    // The one that it has may have been archived since.
    if (input.product !== before.productId) await requireActiveProduct(ctx, program.accountId, input.product);
    const platform = input.platform ?? before.platform;
    if (input.url !== undefined) changes.url = requirePostUrl(input.url, platform, program);
    // An existing URL must fit the new platform, unless the request replaces it by a file.
    else if (input.platform !== undefined && before.url !== null && input.file === undefined)
      changes.url = requirePostUrl(before.url, platform, program, '/platform');
  }
  return changes;
}

/** The new submission; what was sent back becomes a round, together with the note that says why. */
async function nextRound(
  ctx: Ctx,
  id: string,
  input: SubmissionUpdateInput,
  url: string | null,
): Promise<Changes> {
  if (await hasBeenSent(ctx, id, { fileId: input.file ?? null, url }))
    throw rejected('work_not_new', 'This is what was sent back: send something else.');
  const file = input.file === undefined ? null : await readyFile(ctx, input.file, 'submission');
  if (file) holdFile(ctx, file);
  return {
    // The new round has only what the request gave: an older URL is not where the new video is published.
    ...videoColumns(file),
    url,
    note: null,
    comments: [],
    submittedAt: ctx.now,
  };
}

/** Throws operation_rejected (too_many_rounds) for work that was sent back as often as it may be. */
async function requireRoom(ctx: Ctx, id: string): Promise<void> {
  if ((await countRounds(ctx, id)) < MOST_ROUNDS) return;
  throw rejected('too_many_rounds', `Work is sent back at most ${MOST_ROUNDS} times: approve or reject it.`);
}

function roundOf(row: SubmissionRow): Round {
  const { fileId, url, caption, format, durationMs, note, comments, decidedBy, submittedAt, reviewedAt } =
    row;
  return { fileId, url, caption, format, durationMs, note, comments, decidedBy, submittedAt, reviewedAt };
}

function reviewChanges(ctx: Ctx, before: SubmissionRow, action: Action): Changes {
  switch (action) {
    case 'approve':
      return { ...decision(ctx), payDueAt: ctx.now };
    case 'reject':
    case 'revise':
      return decision(ctx);
    case 'reopen':
      return { ...UNDECIDED, payDueAt: null, approvedBefore: approvalsBy(ctx.now, before) };
    case 'resubmit':
      return UNDECIDED;
    default:
      return {};
  }
}

const UNDECIDED = { reviewedAt: null, decidedBy: null };

function decision({ actor, now }: Ctx): Changes {
  const person = actor.by === 'person' ? actor.callerId : null;
  return { reviewedAt: now, decidedBy: { account: homeId(actor), person } };
}

/** The periods of approval, after a decision is taken back at `now`. */
function approvalsBy(now: number, before: SubmissionRow): SubmissionRow['approvedBefore'] {
  if (before.status !== 'approved') return before.approvedBefore;
  return [...(before.approvedBefore ?? []), [before.reviewedAt ?? before.createdAt, now]];
}

/** Comments are on a round that is sent back, and on moments that its video has. */
function checkComments({ durationMs }: SubmissionRow, { comments, status }: SubmissionUpdateInput): void {
  if (comments === undefined) return;
  if (status !== 'revision') throw invalidField('/comments', 'Comments come with status revision.');
  const late = comments.findIndex(({ at }) => at !== null && durationMs !== null && at > durationMs);
  if (late >= 0) throw invalidField(`/comments/${late}/at`, 'The video ends before this moment.');
}

function checkNeeds({ needs }: Move, after: SubmissionRow): void {
  if (needs === 'note' && after.note === null)
    throw invalidField('/note', 'Say what is to be changed.', 'required');
  if (needs === 'url' && after.url === null) throw invalidField('/url', "Give the post's URL.", 'required');
  if (needs === 'work' && after.fileId === null && after.url === null)
    throw invalidField('/file', 'Send new work: a file, a url, or both.', 'required');
}
