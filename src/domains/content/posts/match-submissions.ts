// Which post shows which work. A pure function: the job gathers what there is and writes what it finds.

import { postCode } from '../../work/submissions/post-code.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import type { OwnPost } from '../mirrors/interface.ts';
import { hashtagsIn } from './disclosure.ts';
import { postKey } from './post-key.ts';

type Candidate = Pick<SubmissionRow, 'id' | 'accountId' | 'url' | 'urlByBrand' | 'platform'>;

/**
 * The post of each work, by the work's ID. A URL that was given says it; without one the code of the work in the caption does,
 * of several posts the newest. A URL that the brand alone named takes both: else a brand could name any post of a creator's to
 * look at its numbers. A post belongs to one work of an account: the work that was sent in first has it.
 * @param submissions in the order in which they were sent in. @param own newest first.
 * @param taken whether a post belongs to other work of the account.
 */
export function matchSubmissions(
  submissions: readonly Candidate[],
  own: readonly OwnPost[],
  taken: (submission: Candidate, postId: string) => boolean,
): Map<string, OwnPost> {
  const found = new Map<string, OwnPost>();
  const given = new Set<string>();
  for (const submission of submissions) {
    const { url, urlByBrand } = submission;
    const named = url === null ? null : byUrl(url);
    const coded = url === null || urlByBrand ? byCode(submission) : null;
    const post = own.find(
      (one) =>
        (named?.(one) ?? true) &&
        (coded?.(one) ?? true) &&
        !taken(submission, one.id) &&
        !given.has(`${submission.accountId} ${one.id}`),
    );
    if (!post) continue;
    found.set(submission.id, post);
    given.add(`${submission.accountId} ${post.id}`);
  }
  return found;
}

function byUrl(url: string): (post: OwnPost) => boolean {
  const wanted = postKey(url);
  return (post) => {
    if (!wanted?.key || post.url === null) return false;
    const key = postKey(post.url);
    return key !== null && key.platform === wanted.platform && key.key === wanted.key;
  };
}

const ON: Readonly<Record<string, string>> = { instagram: 'instagram', tiktok: 'tiktok', meta: 'instagram' };

function byCode({ id, platform }: Candidate): (post: OwnPost) => boolean {
  const code = hashtagsIn(postCode(id))[0]!;
  return (post) =>
    (platform === null || ON[platform] === post.platform) &&
    post.caption !== null &&
    hashtagsIn(post.caption).includes(code);
}
