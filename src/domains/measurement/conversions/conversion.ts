import * as z from 'zod';
import { day as dayOf, iso } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { Currency, createdAt, id, singleLine, text, Version } from '../../../resource/fields.ts';
import { EventName, EventValue } from '../pixels/event-vocabulary.ts';

export const DEFAULT_WINDOW_DAYS = 30;

export const Conversion = z
  .object({
    id: id('conversion'),
    name: z.string(),
    eventName: z.string(),
    pageUrlContains: z.string().nullable(),
    minValue: z.object({ amount: z.int(), currency: z.string() }).nullable(),
    attributionWindowDays: z.int(),
    payBrowserEvents: z.boolean().describe('Otherwise only what a server or shop confirmed pays.'),
    status: z.enum(['active', 'archived']),
    counts: z.object({
      recorded: z.int(),
      credited: z.int(),
      paid: z.int().describe('Credited to a creator and confirmed, so that they can earn.'),
    }),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Conversion' });
recordExample(Conversion, {
  id: 'conv_01k2d9q3v7h5m8r4t6w0x1y2z3',
  name: 'Sales',
  eventName: 'purchase',
  pageUrlContains: null,
  minValue: null,
  attributionWindowDays: 30,
  payBrowserEvents: false,
  status: 'active',
  counts: { recorded: 210, credited: 96, paid: 40 },
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Conversion = z.output<typeof Conversion>;

const settings = {
  pageUrlContains: text(1000).nullable().optional().describe('Compared without regard to case.'),
  minValue: z.object({ amount: EventValue, currency: Currency }).nullable().optional(),
  attributionWindowDays: z.int().min(1).max(90).optional().describe('Default 30.'),
  payBrowserEvents: z.boolean().optional(),
};

export const ConversionCreate = z.object({ name: singleLine(160), eventName: EventName, ...settings });
bodyExample(ConversionCreate, 'ConversionCreate', { name: 'Sales', eventName: 'purchase' });

export const ConversionUpdate = z.object({
  name: singleLine(160).optional(),
  ...settings,
  status: z.literal('archived').optional(),
  version: Version.optional(),
});
bodyExample(ConversionUpdate, 'ConversionUpdate', { name: 'Sales of shoes' });

export interface ConversionRow {
  id: string;
  accountId: string;
  name: string;
  eventName: string;
  pageUrlContains: string | null;
  minValueCents: number | null;
  minValueCurrency: string | null;
  attributionWindowDays: number;
  payBrowserEvents: boolean;
  status: 'active' | 'archived';
  version: number;
  createdAt: number;
  updatedAt: number;
}

export type Counts = Conversion['counts'];
export const NO_COUNTS: Counts = { recorded: 0, credited: 0, paid: 0 };

export function presentConversion(row: ConversionRow, counts: Counts): Conversion {
  return {
    id: row.id,
    name: row.name,
    eventName: row.eventName,
    pageUrlContains: row.pageUrlContains,
    minValue:
      row.minValueCents === null
        ? null
        : { amount: row.minValueCents, currency: row.minValueCurrency ?? 'usd' },
    attributionWindowDays: row.attributionWindowDays,
    payBrowserEvents: row.payBrowserEvents,
    status: row.status,
    counts,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

export const REPORT_DIMENSIONS = ['creator', 'place', 'in_app_browser', 'source', 'day'] as const;
export type ReportDimension = (typeof REPORT_DIMENSIONS)[number];

const realDay = (value: string) => !Number.isNaN(Date.parse(value)) && dayOf(Date.parse(value)) === value;
const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a day, such as 2026-08-08.')
  .refine(realDay, 'No such day.');

export const ReportQuery = z.strictObject({
  by: z.enum(REPORT_DIMENSIONS).default('day'),
  from: Day.optional().describe('First day (UTC); default 29 days before `to`.'),
  to: Day.optional().describe('Last day (UTC), inclusive; default today.'),
});

export const ConversionReport = z
  .object({
    conversion: id('conversion'),
    by: z.enum(REPORT_DIMENSIONS),
    from: z.string(),
    to: z.string(),
    rows: z.array(
      z.object({
        key: z
          .string()
          .nullable()
          .describe('A creator ID, a country (with region), an app, a source or a day; null where unknown.'),
        count: z.int(),
        values: z
          .array(z.object({ currency: z.string(), amount: z.int() }))
          .describe('Cents, for each currency.'),
        credited: z.int(),
        paid: z.int(),
      }),
    ),
  })
  .meta({ id: 'ConversionReport' });
recordExample(ConversionReport, {
  conversion: 'conv_01k2d9q3v7h5m8r4t6w0x1y2z3',
  by: 'day',
  from: '2026-08-01',
  to: '2026-08-31',
  rows: [
    { key: '2026-08-10', count: 42, values: [{ currency: 'usd', amount: 205_800 }], credited: 19, paid: 8 },
  ],
});

export type ConversionReport = z.output<typeof ConversionReport>;
