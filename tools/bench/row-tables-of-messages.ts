// The same for threads and messages.
import { account, always, creator, fresh, oneOf, type Tables, text } from './row-makers.ts';

const threadOf = (n: number) => `thr_${String(Math.floor(n / 50)).padStart(26, '0')}`;

export const MESSAGES: Tables = {
  // As most are: between a brand and a creator, with a short last message.
  threads: {
    id: fresh('thr'),
    kind: always('direct'),
    account_id: account,
    creator_id: (n) => `crtr_${String(n).padStart(26, '0')}`,
    last: (n, at) =>
      JSON.stringify({
        id: fresh('msg')(n, at),
        seq: 50,
        sender: creator(n, at),
        automated: false,
        body: text(120)(n, at),
        files: [],
        replyTo: null,
        reactions: [],
        version: 1,
        createdAt: at,
        editedAt: null,
        deletedAt: null,
        removed: false,
      }),
  },
  // Two for each thread.
  thread_sides: {
    thread_id: (n) => `thr_${String(Math.floor(n / 2)).padStart(26, '0')}`,
    side: (n, at) => (n % 2 ? account(n, at) : creator(n, at)),
    read_message: fresh('msg'),
    unread: (n) => (n % 10 === 0 ? 2 : 0),
  },
  thread_messages: {
    thread_id: threadOf,
    id: (n) => `msg_${String(n).padStart(26, '0')}`,
    sender: oneOf('crtr', 50_000),
  },
  message_files: { file_id: fresh('file'), message_id: fresh('msg'), thread_id: threadOf },
  unread_waits: {
    thread_id: (n) => `thr_${String(n).padStart(26, '0')}`,
    side: creator,
    first_message: fresh('msg'),
    cursor: always(''),
  },
  // A row of somebody who is due.
  message_digests: { person_id: fresh('user'), due_at: (_, at) => at, made_at: (_, at) => at },
  // One that was shown on a customer's page as the creator, without a person's yes.
  embed_sessions: {
    id: fresh('emb'),
    account_id: account,
    key_id: oneOf('key', 4_000),
    creator_id: creator,
    component: always('submissions'),
    features: always('["submissions","submissions.create"]'),
    origin: always('https://creators.example.com'),
    secret_hash: text(64),
    token_hash: text(64),
    token_until: (_, at) => at,
    opened_at: (_, at) => at,
    opened_with: text(110),
  },
};
