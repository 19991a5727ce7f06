import * as z from 'zod';
import { type Actor, actingId, seesMoney } from '../../../auth/actor.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { bodyExample, namePart, recordExample } from '../../../resource/example.ts';
import { createdAt, id, singleLine, text, Version } from '../../../resource/fields.ts';
import { Image } from '../../../resource/image.ts';
import { Timestamp } from '../../../resource/page.ts';
import { NO_PAY, Pay, PayInput } from './pay.ts';

export const PROGRAM_TYPES = ['organic', 'paid_ads'] as const;
export const PROGRAM_STATUSES = ['draft', 'live', 'paused', 'archived'] as const;
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number];
export const PROGRAM_PLATFORMS = ['instagram', 'tiktok', 'meta', 'google', 'snapchat'] as const;
const VISIBILITIES = ['invite', 'network'] as const;

const Link = z.url({ protocol: /^https?$/ }).max(2000);

const Brief = z.object({
  summary: z.string().nullable(),
  film: z.array(z.string()).describe('What to film.'),
  say: z.array(z.string()).describe('What to say.'),
  avoid: z.array(z.string()).describe('What to leave out.'),
  links: z.array(z.string()),
});

export type Brief = z.output<typeof Brief>;

export const Program = z
  .object({
    id: id('program'),
    account: id('account'),
    name: z.string(),
    type: z.enum(PROGRAM_TYPES),
    status: z.enum(PROGRAM_STATUSES),
    visibility: z.enum(VISIBILITIES).describe('network programs are shown to every creator while live.'),
    brief: Brief,
    platforms: z.array(z.enum(PROGRAM_PLATFORMS)),
    pay: Pay,
    agreements: z.array(id('agreement')),
    products: z.array(z.string()),
    limits: z.object({
      creators: z.int().nullable(),
      submissionsPerCreator: z.int().nullable(),
      budget: z.int().nullable().describe("Cents in the pay's currency; null for everyone but the account."),
    }),
    startsAt: z.string().nullable(),
    endsAt: z.string().nullable(),
    image: Image.nullable(),
    stats: z
      .object({
        creators: z.int().describe('Creators with an approved application.'),
        applications: z.int(),
        submissions: z.int(),
        spend: z
          .int()
          .nullable()
          .describe("Cents in the pay's currency; null to a member who is neither owner nor admin."),
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
  name: 'Summer',
  type: 'organic',
  status: 'live',
  visibility: 'invite',
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
  summary: text(10_000).nullable().optional(),
  film: Lines.optional(),
  say: Lines.optional(),
  avoid: Lines.optional(),
  links: z.array(Link).max(20).optional(),
});
namePart(BriefInput, 'ProgramBriefInput');

const LimitsInput = z.object({
  creators: z.int().min(1).max(1_000_000).nullable().optional(),
  submissionsPerCreator: z.int().min(1).max(10_000).nullable().optional(),
  budget: z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().optional(),
});
namePart(LimitsInput, 'ProgramLimitsInput');

const shared = {
  visibility: z.enum(VISIBILITIES).optional(),
  brief: BriefInput.optional(),
  platforms: z.array(z.enum(PROGRAM_PLATFORMS)).max(PROGRAM_PLATFORMS.length).optional(),
  pay: PayInput.optional(),
  agreements: z.array(id('agreement')).max(20).optional(),
  products: z.array(id('product')).max(100).optional(),
  limits: LimitsInput.optional(),
  startsAt: Timestamp.nullable().optional(),
  endsAt: Timestamp.nullable().optional(),
  image: id('file').nullable().optional().describe('A ready image uploaded with purpose=program_image.'),
};

export const ProgramCreate = z.object({
  name: singleLine(160),
  type: z.enum(PROGRAM_TYPES).optional().describe('organic unless given.'),
  status: z.enum(['draft', 'live']).optional().describe('draft unless given.'),
  ...shared,
});
bodyExample(ProgramCreate, 'ProgramCreate', { name: 'Summer' });

export const ProgramUpdate = z.object({
  name: singleLine(160).optional(),
  type: z.enum(PROGRAM_TYPES).optional().describe('Fixed once the program has been live.'),
  status: z.enum(['live', 'paused', 'archived']).optional(),
  ...shared,
  version: Version.optional(),
});
bodyExample(ProgramUpdate, 'ProgramUpdate', { name: 'Autumn' });

export type ProgramUpdateInput = z.output<typeof ProgramUpdate>;

/** A program as its table keeps it. */
export interface ProgramRow {
  id: string;
  accountId: string;
  name: string;
  type: (typeof PROGRAM_TYPES)[number];
  status: ProgramStatus;
  visibility: (typeof VISIBILITIES)[number];
  brief: Partial<Brief>;
  platforms: string[];
  pay: Pay | null;
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
  creatorCount: number;
  applicationCount: number;
  submissionCount: number;
  spent: number;
  version: number;
  createdAt: number;
  updatedAt: number;
}

export const EMPTY_BRIEF: Brief = { summary: null, film: [], say: [], avoid: [], links: [] };

/** Whether every creator sees the program. */
export function isInNetwork({ visibility, status }: Pick<ProgramRow, 'visibility' | 'status'>): boolean {
  return visibility === 'network' && status === 'live';
}

/** Budget and stats are the program's own account's alone. */
export function presentProgram(row: ProgramRow, viewer: Actor, image: Program['image']): Program {
  const own = actingId(viewer) === row.accountId;
  return {
    id: row.id,
    account: row.accountId,
    name: row.name,
    type: row.type,
    status: row.status,
    visibility: row.visibility,
    brief: { ...EMPTY_BRIEF, ...row.brief },
    platforms: row.platforms as Program['platforms'],
    pay: { version: row.payVersion, ...(row.pay ?? NO_PAY) },
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
