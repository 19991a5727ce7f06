// The interface of a social platform. Each has a folder next to this one with an adapter of this type, and a row in
// ../social-platform-registry.ts.
import type { Vars } from '../../env.ts';
import type { Connectable } from '../provider/connectable.ts';
import type { ListPage } from '../provider/read-list.ts';
import type { Caller } from '../provider/site.ts';

/** The end of "Go on only if you know …, and want it to …" on the consent page. */
export const SHOW_POSTS = 'see your posts and how often they are viewed';

/** A connection in use. */
export interface SocialSession extends Caller {
  /** The platform's ID of the account. */
  user: string;
}

/** The counts of a post as the platform has them now. Null where it does not tell one. */
export interface PostCounts {
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  saves: number | null;
}

export interface SocialPost extends PostCounts {
  /** The platform's. */
  id: string;
  url: string | null;
  title: string | null;
  caption: string | null;
  /** Milliseconds. */
  publishedAt: number;
  durationSeconds: number | null;
  /** Short-lived. */
  thumbnailUrl: string | null;
  /** Short-lived. */
  videoUrl: string | null;
}

/** Counts that were read now; `gone` when the post was deleted or is no longer public. */
export type ReadCounts = PostCounts | 'gone';

/** What a webhook is about, which is only a reason to read again: it may be old. */
export interface SocialNews {
  /** The account whose owner took the service's access away; null for other news. */
  removed: string | null;
}

export interface SocialPlatform extends Connectable {
  /** Where the account's picture is now: a short-lived URL; null without one. */
  picture(session: SocialSession): Promise<string | null>;
  /** How many posts one page of the list has. */
  pageSize: number;
  /** Whether the list has all counts that the platform tells, so that it is a reading of them. */
  listCounts: boolean;
  /** How many posts are read by one request to the platform. */
  countsAtOnce: number;
  /** A page of the account's posts, newest first. Its counts are those that the list has. */
  posts(session: SocialSession, cursor: string | null): Promise<ListPage<SocialPost>>;
  /** The news in a webhook; null when the signature is wrong. Null itself for a platform that sends none. */
  readNews: ((vars: Vars, headers: Headers, body: string) => Promise<SocialNews | null>) | null;
  /** Reads the counts of at most `countsAtOnce` posts. Those that the platform cannot tell now are left out. */
  counts(session: SocialSession, ids: readonly string[]): Promise<ReadonlyMap<string, ReadCounts>>;
}
