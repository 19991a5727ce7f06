// The list of threads, which stands alone on a phone and beside a thread on a desk.
import { THREAD_KINDS, type Thread } from '../../../domains/messaging/thread-record/thread.ts';
import type { ListPage } from '../../../resource/list-page.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Avatar } from '../../components/card.tsx';
import { SearchCut } from '../../components/filters.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import { writes } from '../../rights.ts';
import { MOST_SEARCHED, type PlaceVisit } from '../../visit.ts';
import { kindOf, lastWords, nameOf, otherOf, unreadWords } from './thread-words.ts';

const LABELS = { direct: 'Direct', program: 'Programs', support: 'Help' } as const;

/** One page of threads, by what the URL asks for. */
export const threadsAt = async (at: PlaceVisit): Promise<ListPage<Thread>> =>
  await at.run('GET /v1/threads', {
    query: { ...at.given('q', 'kind'), cursor: at.query('threads'), limit: '30' },
  });

export function ThreadList({
  at,
  list,
  open,
  heading,
}: {
  at: PlaceVisit;
  list: ListPage<Thread>;
  /** The thread that is shown beside it. */
  open: string | null;
  heading: 'h1' | 'h2';
}) {
  const Heading = heading;
  const query = new URLSearchParams(at.given('q', 'kind'));
  const kept = query.size > 0 ? `?${query}` : '';
  return (
    <section class="talk-list" aria-label="Threads">
      <header class="talk-list-head">
        <Heading>Messages</Heading>
        {writes(at.place) && (
          <ButtonLink href={at.to('/messages/new')} icon="plus" look="secondary" small>
            New
          </ButtonLink>
        )}
      </header>
      <search>
        <form method="get" action={at.to('/messages')} class="talk-search">
          <label for="talk-q" class="only-heard">
            Words in messages
          </label>
          <input
            class="input"
            type="search"
            id="talk-q"
            name="q"
            maxlength={MOST_SEARCHED}
            placeholder="Search messages"
            value={at.query('q') ?? ''}
          />
          <label for="talk-kind" class="only-heard">
            Kind
          </label>
          <select class="input" id="talk-kind" name="kind">
            <option value="">All</option>
            {THREAD_KINDS.map((kind) => (
              <option value={kind} selected={at.query('kind') === kind}>
                {LABELS[kind]}
              </option>
            ))}
          </select>
          <Button look="secondary" small>
            Search
          </Button>
        </form>
      </search>
      <SearchCut />
      {list.items.length === 0 ? (
        <NoThreads at={at} />
      ) : (
        <ol class="talk-rows" data-threads>
          {list.items.map((thread) => (
            <Row at={at} thread={thread} isOpen={thread.id === open} kept={kept} />
          ))}
        </ol>
      )}
      <More at={at} next={list.nextCursor} />
      <p class="talk-more talk-keyboard">
        <button type="button" class="button quiet small" data-opens="keys" hidden>
          Keyboard
        </button>
      </p>
    </section>
  );
}

/** One thread of the list. It is also sent with the open thread, to take its place in the list. */
export function Row({
  at,
  thread,
  isOpen,
  kept = '',
}: {
  at: PlaceVisit;
  thread: Thread;
  isOpen: boolean;
  kept?: string;
}) {
  const { id, unreadCount, lastMessage, muted } = thread;
  return (
    <li id={`row-${id}`}>
      <a
        class={unreadCount > 0 ? 'talk-row unread' : 'talk-row'}
        href={`${at.to(`/messages/${id}`)}${kept}`}
        aria-current={isOpen ? 'page' : undefined}
      >
        <Avatar name={nameOf(thread, at)} src={otherOf(thread, at)?.avatar ?? null} />
        <span class="talk-row-words">
          <span class="talk-row-top">
            <span class="talk-row-name">{nameOf(thread, at)}</span>
            {lastMessage && (
              <span class="talk-row-time">
                <Time at={lastMessage.createdAt} />
              </span>
            )}
          </span>
          <span class="talk-row-kind">
            {kindOf(thread, at)}
            {muted && ' · Muted'}
          </span>
          <span class="talk-row-top">
            <span class="talk-row-last">{lastWords(thread, at)}</span>
            {unreadCount > 0 && (
              <span class="unread-count">
                {unreadWords(unreadCount)}
                <span class="only-heard"> unread</span>
              </span>
            )}
          </span>
        </span>
      </a>
    </li>
  );
}

/** What `islands/talk/keyboard.ts` acts on. */
export const TALK_KEYS = [
  ['j', 'Next thread'],
  ['k', 'Previous thread'],
  ['r', 'Write'],
  ['Ctrl Enter', 'Send'],
  ['Esc', 'Leave what you write, or close'],
] as const;

function NoThreads({ at }: { at: PlaceVisit }) {
  const { q, kind } = at.given('q', 'kind');
  if (q !== undefined)
    return (
      <NoneMatch title="No messages with these words" icon="message" all={at.to('/messages')}>
        All words have to be in one message.
      </NoneMatch>
    );
  if (kind !== undefined)
    return <NoneMatch title="No threads of this kind" icon="message" all={at.to('/messages')} />;
  return (
    <EmptyState
      title="No messages yet"
      icon="message"
      action={
        writes(at.place) && (
          <ButtonLink look="secondary" href={at.to('/messages/new')}>
            New message
          </ButtonLink>
        )
      }
    >
      {emptyText(at)}
    </EmptyState>
  );
}

function emptyText({ place }: PlaceVisit): string {
  if (place.type === 'creator') return 'Brands that you work with can write to you here, and you to them.';
  return writes(place)
    ? 'Write to creators that you work with, or to everybody in a program.'
    : 'Conversations of owners and admins with creators appear here.';
}

function More({ at, next }: { at: PlaceVisit; next: string | null }) {
  const here = at.query('threads');
  if (!next && !here) return null;
  const query = new URLSearchParams(at.given('q', 'kind'));
  const first = `${at.to('/messages')}${query.size > 0 ? `?${query}` : ''}`;
  if (next) query.set('threads', next);
  return (
    <nav class="talk-more" aria-label="Pages of threads">
      {here && <a href={first}>First threads</a>}
      {next && <a href={`${at.to('/messages')}?${query}`}>More threads</a>}
    </nav>
  );
}
