import * as z from 'zod';
import { type Actor, actingId, seesMoney } from '../../../auth/actor.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, namePart, recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId, singleLine, text, Version, webUrl } from '../../../resource/fields.ts';
import { Image } from '../../../resource/image.ts';
import { Timestamp } from '../../../resource/list-page.ts';
import { Pay, PayInput } from './pay.ts';

const PROGRAM_TYPES = ['organic', 'paid_ads'] as const;
export const PROGRAM_STATUSES = ['draft', 'live', 'paused', 'archived'] as const;
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number];
export const PROGRAM_PLATFORMS = ['instagram', 'tiktok', 'meta', 'google', 'snapchat'] as const;
export type ProgramPlatform = (typeof PROGRAM_PLATFORMS)[number];
const VISIBILITIES = ['invite', 'network'] as const;

const Link = webUrl();

const Brief = z.object({
  summary: z.string().nullable().describe('What it is all about, in a few words; null when none were given.'),
  film: z.array(z.string()).describe('What to film.'),
  say: z.array(z.string()).describe('What to say.'),
  avoid: z.array(z.string()).describe('What to leave out.'),
  links: z.array(z.string()).describe("Pages to read or show, such as the product's."),
});

export type Brief = z.output<typeof Brief>;

export const Program = z
  .object({
    id: ownId('program'),
    account: id('account').describe('The brand that runs it, and pays.'),
    brandName: z
      .string()
      .nullable()
      .describe("What the brand is called; null to the program's own account, which knows its name."),
    name: z.string().describe('What creators know it by.'),
    type: z
      .enum(PROGRAM_TYPES)
      .describe(
        'What the work is made for: posts of the creators (`organic`) or ads of the brand (`paid_ads`).',
      ),
    status: z.enum(PROGRAM_STATUSES).describe('Work is taken while it is live. Archived is final.'),
    visibility: z.enum(VISIBILITIES).describe('network programs are shown to every creator while live.'),
    publicPage: z
      .boolean()
      .describe(
        'Whether anyone on the web reads its name, image, pay and platforms at `/p/<id>`, while it is live and `network`.',
      ),
    brief: Brief.describe('What creators are asked to make.'),
    platforms: z.array(z.enum(PROGRAM_PLATFORMS)).describe('Where the work may be for; empty for anywhere.'),
    pay: Pay.describe('What it pays for.'),
    agreements: z
      .array(id('agreement'))
      .describe(
        'What creators have to accept before they send work in, besides what the account asks of all.',
      ),
    products: z.array(z.string()).describe('What the work may be about.'),
    limits: z
      .object({
        creators: z
          .int()
          .nullable()
          .describe('How many may have an approved application at once; null for any number.'),
        submissionsPerCreator: z.int().nullable().describe('How many each may send in; null for any number.'),
        budget: z
          .int()
          .nullable()
          .describe(
            'The most that the program pays, in cents; null for no such limit, and for everyone but the account.',
          ),
      })
      .describe('Beyond these nobody joins, sends anything in or is paid.'),
    startsAt: z.string().nullable().describe('From when work is taken; null for at once.'),
    endsAt: z.string().nullable().describe('Until when work is taken; null for no end.'),
    image: Image.nullable().describe('What the program is shown by; null without one.'),
    stats: z
      .object({
        creators: z.int().describe('Creators with an approved application.'),
        applications: z.int().describe('Applications of any status.'),
        submissions: z.int().describe('All work that was sent in, whatever became of it.'),
        spend: z
          .int()
          .nullable()
          .describe(
            "What it has paid or will pay, in cents of the pay's currency; null to a member who is neither owner nor admin.",
          ),
      })
      .nullable()
      .describe("Only the program's own account sees it."),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Program' });
recordExample(Program, {
  id: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  brandName: null,
  name: 'Summer',
  type: 'organic',
  status: 'live',
  visibility: 'invite',
  publicPage: false,
  brief: {
    summary: 'Show how the shoes feel after a day of walking.',
    film: ['The first steps'],
    say: ['They are made of cork.'],
    avoid: ['Other brands'],
    links: [],
  },
  platforms: ['tiktok'],
  pay: {
    version: 1,
    rules: [],
    cap: null,
    currency: 'usd',
    schedule: { cadence: 'on_approval', holdDays: 0 },
    approval: 'manual',
    viewDays: 30,
  },
  agreements: ['agr_01k2d9q3v7h5m8r4t6w0x1y2z3'],
  products: [],
  limits: { creators: null, submissionsPerCreator: null, budget: null },
  startsAt: null,
  endsAt: null,
  image: null,
  stats: { creators: 8, applications: 15, submissions: 11, spend: 420_000 },
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Program = z.output<typeof Program>;

const Lines = z.array(text(1000)).max(50);

const BriefInput = z.object({
  summary: text(10_000)
    .nullable()
    .optional()
    .describe('What it is all about, in a few words; null clears it.'),
  film: Lines.optional().describe('What to film, point by point.'),
  say: Lines.optional().describe('What to say, point by point.'),
  avoid: Lines.optional().describe('What to leave out, point by point.'),
  links: z.array(Link).max(20).optional().describe("Pages to read or show, such as the product's."),
});
namePart(BriefInput, 'ProgramBriefInput');

const LimitsInput = z.object({
  creators: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .optional()
    .describe('How many may have an approved application at once; null for any number.'),
  submissionsPerCreator: z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .optional()
    .describe('How many each may send in; null for any number.'),
  budget: z
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .nullable()
    .optional()
    .describe("The most that the program pays, in cents of the pay's currency; null for no such limit."),
});
namePart(LimitsInput, 'ProgramLimitsInput');

const shared = {
  visibility: z
    .enum(VISIBILITIES)
    .optional()
    .describe(
      '`network` programs are shown to every creator while live, others to those who were invited; invite unless given.',
    ),
  publicPage: z
    .boolean()
    .optional()
    .describe(
      'Whether anyone on the web may read its name, image, pay and platforms at `/p/<id>`, while it is live and `network`; false unless given.',
    ),
  brief: BriefInput.optional().describe('What creators are asked to make. What is left out stays.'),
  platforms: z
    .array(z.enum(PROGRAM_PLATFORMS))
    .max(PROGRAM_PLATFORMS.length)
    .optional()
    .describe('Where the work may be for; empty for anywhere.'),
  pay: PayInput.optional().describe(
    'What it pays for. What is left out stays; each change makes a new version, for work that is sent in after it.',
  ),
  agreements: z
    .array(id('agreement'))
    .max(20)
    .optional()
    .describe(
      'What creators have to accept before they send work in. They take the place of all that were there.',
    ),
  products: z
    .array(id('product'))
    .max(100)
    .optional()
    .describe('What the work may be about. They take the place of all that were there.'),
  limits: LimitsInput.optional().describe('What is left out stays.'),
  startsAt: Timestamp.nullable().optional().describe('From when work is taken; null for at once.'),
  endsAt: Timestamp.nullable()
    .optional()
    .describe('Until when work is taken, after startsAt; null for no end.'),
  image: id('file').nullable().optional().describe('A ready image uploaded with purpose=program_image.'),
};

export const ProgramCreate = z.object({
  name: singleLine(160).describe('What creators know it by.'),
  type: z.enum(PROGRAM_TYPES).optional().describe('organic unless given.'),
  status: z.enum(['draft', 'live']).optional().describe('draft unless given.'),
  ...shared,
});
bodyExample(ProgramCreate, 'ProgramCreate', { name: 'Summer' });

export const ProgramUpdate = z.object({
  name: singleLine(160).optional().describe('What creators know it by.'),
  type: z.enum(PROGRAM_TYPES).optional().describe('Fixed once the program has been live.'),
  status: z
    .enum(['live', 'paused', 'archived'])
    .optional()
    .describe('Work is taken while it is live. Archived is final.'),
  ...shared,
  version: Version.optional(),
});
bodyExample(ProgramUpdate, 'ProgramUpdate', { name: 'Autumn' });

export type ProgramUpdateInput = z.output<typeof ProgramUpdate>;

/** A row of the table of programs. */
export interface ProgramRow {
  id: string;
  accountId: string;
  name: string;
  type: (typeof PROGRAM_TYPES)[number];
  status: ProgramStatus;
  visibility: (typeof VISIBILITIES)[number];
  brief: Partial<Brief>;
  platforms: string[];
  pay: Pay;
  payVersion: number;
  nextRule: number;
  agreements: string[];
  agreementsEpoch: number;
  products: string[];
  limitCreators: number | null;
  limitSubmissionsPerCreator: number | null;
  limitBudget: number | null;
  startsAt: number | null;
  endsAt: number | null;
  image: string | null;
  publicPage: boolean;
  creatorCount: number;
  applicationCount: number;
  submissionCount: number;
  spent: number;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** A row with what others than its account call the brand by. */
export type SeenProgram = ProgramRow & { brandName?: string };

const EMPTY_BRIEF: Brief = { summary: null, film: [], say: [], avoid: [], links: [] };

/** Whether every creator sees the program. */
export function isInNetwork({ visibility, status }: Pick<ProgramRow, 'visibility' | 'status'>): boolean {
  return visibility === 'network' && status === 'live';
}

/** Only the program's own account sees its budget and stats. */
export function presentProgram(row: SeenProgram, viewer: Actor, image: Program['image']): Program {
  const own = actingId(viewer) === row.accountId;
  return {
    id: row.id,
    account: row.accountId,
    brandName: own ? null : (row.brandName ?? null),
    name: row.name,
    type: row.type,
    status: row.status,
    visibility: row.visibility,
    publicPage: row.publicPage,
    brief: { ...EMPTY_BRIEF, ...row.brief },
    platforms: row.platforms as Program['platforms'],
    pay: { version: row.payVersion, ...row.pay },
    agreements: row.agreements,
    products: row.products,
    limits: {
      creators: row.limitCreators,
      submissionsPerCreator: row.limitSubmissionsPerCreator,
      budget: own ? row.limitBudget : null,
    },
    startsAt: isoOrNull(row.startsAt),
    endsAt: isoOrNull(row.endsAt),
    image,
    stats: own
      ? {
          creators: row.creatorCount,
          applications: row.applicationCount,
          submissions: row.submissionCount,
          spend: seesMoney(viewer) ? row.spent : null,
        }
      : null,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}
