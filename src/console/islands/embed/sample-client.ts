// A client of records that are made up, for the preview of a component. What it is sent, it refuses.
import { type Client, type ListPage, Refused } from './client.ts';
import type {
  Application,
  Balance,
  Creator,
  Earning,
  Message,
  Program,
  Submission,
  Thread,
} from './records.ts';

const id = (kind: string, number: number) => `${kind}_${String(number).padStart(26, '0')}`;
const HOUR_MS = 3_600_000;

type Words = Record<
  'spring' | 'film' | 'kitchen' | 'other' | 'note' | 'caption' | 'wish' | 'moment' | 'company' | 'question',
  string
>;
const EN: Words = {
  spring: 'Spring collection',
  film: 'Your first impression, in one take',
  kitchen: 'In your kitchen',
  other: 'Autumn launch',
  note: 'An approved video',
  caption: 'First cup, first light.',
  moment: 'The label is hard to read here.',
  wish: 'Lovely! Please show the label in the first three seconds.',
  company: 'Your company',
  question: 'I can send the new version on Monday. Is that early enough?',
};
const DE: Words = {
  spring: 'Frühjahrskollektion',
  film: 'Dein erster Eindruck, in einer Einstellung',
  kitchen: 'In deiner Küche',
  other: 'Herbststart',
  note: 'Ein angenommenes Video',
  caption: 'Erste Tasse, erstes Licht.',
  moment: 'Hier ist das Etikett kaum zu lesen.',
  wish: 'Sehr schön! Zeig bitte in den ersten drei Sekunden das Etikett.',
  company: 'Deine Firma',
  question: 'Die neue Fassung kann ich am Montag schicken. Reicht das?',
};

/** Who is shown as the creator, and as the account. */
export const SELF = id('crtr', 1);
export const ACCOUNT = id('acct', 1);

/** @param lang the language of the names in it. */
export function sampleClient(lang: string): Client {
  const words = lang === 'de' ? DE : EN;
  const now = Date.now();
  const at = (hours: number) => new Date(now - hours * HOUR_MS).toISOString();
  const program = (number: number, name: string): Program => ({
    id: id('prgm', number),
    name,
    platforms: ['tiktok', 'instagram'],
    products: [],
    status: 'live',
    brief: { summary: words.kitchen, film: [words.film], say: [], avoid: [], links: [] },
    pay: {
      rules: [
        { number: 1, type: 'per_video', amount: 15_000 },
        { number: 2, type: 'per_thousand_views', amount: 300 },
      ],
      cap: 100_000,
      currency: 'eur',
    },
    startsAt: at(24 * 14),
    endsAt: null,
  });
  const programs = [program(1, words.spring), program(2, words.other)] as const;
  const application: Application = {
    id: id('appl', 1),
    program: programs[0].id,
    status: 'approved',
    removed: false,
    invited: false,
    agreementsRequired: false,
    agreements: [],
    version: 1,
  };
  const earning: Earning = {
    id: id('earn', 1),
    program: programs[0].id,
    source: 'submission',
    amount: 15_000,
    fee: 0,
    net: 15_000,
    currency: 'eur',
    status: 'available',
    occurredAt: at(30),
    explanation: [{ step: 'event', text: words.note, amount: 15_000, currency: 'eur', at: at(30) }],
    explanationCursor: null,
  };
  const submission = (number: number, more: Partial<Submission>): Submission => ({
    id: id('sub', number),
    program: programs[0].id,
    status: 'review',
    note: null,
    url: null,
    platform: 'tiktok',
    caption: words.caption,
    product: null,
    videoUrl: null,
    thumbnailUrl: null,
    submittedAt: at(20 * number),
    comments: [],
    revisions: [],
    paid: null,
    version: 1,
    ...more,
  });
  const submissions = [
    submission(1, { status: 'revision', note: words.wish, comments: [{ at: 4000, text: words.moment }] }),
    submission(2, { status: 'approved', paid: { amount: 15_000, currency: 'eur' } }),
  ] as const;
  const message = (number: number, sender: string, body: string): Message => ({
    id: id('msg', number),
    sender: { id: sender, name: words.company },
    automated: false,
    body,
    files: [],
    replyTo: number === 2 ? id('msg', 1) : null,
    reactions: number === 2 ? [{ emoji: '👍', count: 1, reacted: false }] : [],
    createdAt: at(4 - number),
    editedAt: null,
    deletedAt: null,
    version: 1,
  });
  const messages = [message(1, ACCOUNT, words.wish), message(2, SELF, words.question)] as const;
  const thread: Thread = {
    id: id('thr', 1),
    kind: 'direct',
    account: ACCOUNT,
    programName: null,
    participants: [{ actor: { id: ACCOUNT, name: words.company } }],
    lastMessage: messages[1],
    canSend: true,
    unreadCount: 1,
    version: 3,
  };
  const balance: Balance = {
    balances: [
      { currency: 'eur', pending: 4_500, held: 0, available: 15_000, paid: 82_000, withdrawable: 0 },
    ],
  };
  const creator: Creator = {
    id: programs[0].id,
    name: 'Mia',
    handle: 'mia',
    bio: null,
    claim: null,
    payouts: null,
    version: 1,
  };
  const page = <T>(...data: T[]): ListPage<T> => ({ data, nextCursor: null });
  /** By the beginning of the path, the longest first. */
  const answers: [begin: string, answer: unknown][] = [
    [`/v1/programs/${programs[1].id}`, programs[1]],
    ['/v1/programs/', programs[0]],
    ['/v1/programs?scope=network', page(programs[1])],
    ['/v1/programs', page(programs[0])],
    ['/v1/applications/', application],
    [`/v1/applications?program=${programs[1].id}`, page()],
    ['/v1/applications', page(application)],
    [`/v1/submissions/${submissions[1].id}`, submissions[1]],
    ['/v1/submissions/', submissions[0]],
    ['/v1/submissions', page(...submissions)],
    ['/v1/threads/', thread],
    ['/v1/threads', page(thread)],
    ['/v1/messages', page(messages[1], messages[0])],
    ['/v1/balance', balance],
    ['/v1/earnings/', earning],
    ['/v1/earnings', page(earning)],
    ['/v1/withdrawals', page()],
    ['/v1/creators/', creator],
    ['/v1/relationships', page()],
  ];
  const answer = async (path: string) => {
    const found = answers.find(([begin]) => path.startsWith(begin));
    if (!found) throw new Refused(404, 'not_found', null);
    return found[1];
  };
  return {
    open: async () => {
      throw new Refused(403, 'permission_denied', null);
    },
    get: async <T>(path: string) => (await answer(path)) as T,
    list: async <T>(path: string) => (await answer(path)) as ListPage<T>,
    send: async () => {
      throw new Refused(403, 'permission_denied', null);
    },
  };
}
