import type { Ctx } from '../../../context.ts';
import { AppError, invalidField } from '../../../kit/error.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { checkVersion } from '../../../resource/version.ts';
import { approvePost } from './approve-post.ts';
import { emitPostMove } from './emit-post-move.ts';
import { requirePost } from './found-store.ts';
import { type Post, type PostRow, type PostTag, type PostUpdateInput, presentPost } from './post.ts';
import { savePost } from './store.ts';
import { type Action, postMachine } from './transitions.ts';

const MOST_TAGS = 50;
/** What looks good is approved by itself after so long without a decision. */
export const DECISION_MS = 14 * DAY_MS;

type Decision = Exclude<NonNullable<PostUpdateInput['status']>, 'archived'>;
const ACTION_OF: Readonly<Record<Decision, Action>> = {
  approved: 'approve',
  rejected: 'reject',
  ready_for_review: 'reopen',
};

/**
 * Decides on a post, archives it, or changes its note or tags: the whole input or nothing. Throws not_found,
 * permission_denied for a creator, conflict for a decision that its state does not have.
 */
export async function updatePost(ctx: Ctx, id: string, input: PostUpdateInput): Promise<Post> {
  const found = await requirePost(ctx, id);
  const before = found.row;
  if (!ctx.actor.account)
    throw new AppError('permission_denied', 'Decisions, notes and tags are for the brand.');
  checkVersion(before, input.version);
  if (input.assigned !== undefined && input.tag === undefined)
    throw invalidField('/tag', 'Name the tag to add or remove.', 'required');
  const { status } = input;
  if (status === 'archived' && input.archived === false)
    throw invalidField('/archived', 'status archived hides the post. Leave one of the two out.', 'ambiguous');
  const changes = changesOf(before, input);
  const isDecided = status !== undefined && status !== 'archived' && status !== before.state;
  if (!isDecided && Object.keys(changes).length === 0) return presentPost(found, ctx.actor, 'evidence');
  const row = isDecided ? await decide(ctx, before, ACTION_OF[status], changes) : edit(ctx, before, changes);
  return presentPost({ ...found, row }, ctx.actor, 'evidence');
}

function changesOf(
  before: PostRow,
  { status, note, tag, assigned, archived }: PostUpdateInput,
): Partial<PostRow> {
  const hides = archived ?? (status === 'archived' ? true : undefined);
  return {
    ...(hides !== undefined && { shown: hides ? 'archived' : before.state }),
    ...(note !== undefined && { note }),
    ...(tag && { tags: tagsAfter(before.tags, tag, assigned ?? true) }),
  };
}

function tagsAfter(before: readonly PostTag[], tag: PostTag, assigned: boolean): PostTag[] {
  const others = before.filter(({ name }) => name !== tag.name);
  if (!assigned) return others;
  if (others.length >= MOST_TAGS) throw invalidField('/tag', `A post has at most ${MOST_TAGS} tags.`);
  return [...others, tag];
}

function edit(ctx: Ctx, before: PostRow, changes: Partial<PostRow>): PostRow {
  savePost(ctx, before, changes);
  return { ...before, ...changes, version: before.version + 1, updatedAt: ctx.now };
}

async function decide(
  ctx: Ctx,
  found: PostRow,
  action: Action,
  { shown = found.shown, ...changes }: Partial<PostRow>,
): Promise<PostRow> {
  const before = { ...found, shown };
  const move = postMachine.require(before.state, action, 'brand', {});
  if (action === 'approve') return await approvePost(ctx, before, 'brand', changes);
  const waits = action === 'reopen' && before.confidence === 'looks_good';
  emitPostMove(ctx, before, move.event!);
  return edit(ctx, before, {
    ...changes,
    state: move.to,
    shown: before.shown === 'archived' ? 'archived' : move.to,
    checkAt: waits ? ctx.now + DECISION_MS : null,
    decidedAt: action === 'reopen' ? null : ctx.now,
    decidedBy: action === 'reopen' ? null : 'brand',
  });
}
