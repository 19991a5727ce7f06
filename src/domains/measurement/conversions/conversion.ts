import * as z from 'zod';
import { day as dayOf, iso } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import {
  Currency,
  createdAt,
  currencyCode,
  id,
  ownId,
  singleLine,
  text,
  Version,
} from '../../../resource/fields.ts';
import { EventName, EventValue } from '../pixels/event-vocabulary.ts';

export const DEFAULT_WINDOW_DAYS = 30;

export const Conversion = z
  .object({
    id: ownId('conversion'),
    name: z.string().describe('What pay rules and reports call it.'),
    eventName: z.string().describe('Events of this name count.'),
    pageUrlContains: z
      .string()
      .nullable()
      .describe('Only events on pages whose address holds this count, in either case; null for any.'),
    minValue: z
      .object({ amount: z.int().describe('Cents.'), currency: currencyCode })
      .nullable()
      .describe('Only events worth this much in this very currency count; null for any.'),
    attributionWindowDays: z.int().describe('How long before the event a landing still gets the credit.'),
    payBrowserEvents: z.boolean().describe('Otherwise only what a server or shop confirmed pays.'),
    status: z
      .enum(['active', 'archived'])
      .describe('An archived one no longer counts. What it counted stays, and can still earn.'),
    counts: z
      .object({
        recorded: z.int().describe('Events that counted, each once.'),
        credited: z.int().describe('Those with a credit: to a video, a campaign or a code.'),
        paid: z.int().describe('Credited to a creator and confirmed, so that they can earn.'),
      })
      .describe('Since it was made.'),
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
  pageUrlContains: text(1000)
    .nullable()
    .optional()
    .describe('Count only events on pages whose address holds this, in either case.'),
  minValue: z
    .object({ amount: EventValue, currency: Currency })
    .nullable()
    .optional()
    .describe('Count only events worth this much in this very currency.'),
  attributionWindowDays: z
    .int()
    .min(1)
    .max(90)
    .optional()
    .describe('How long before the event a landing still gets the credit: 30 unless given.'),
  payBrowserEvents: z
    .boolean()
    .optional()
    .describe(
      'Whether events pay that no server or shop confirmed. They can be made up: false unless given.',
    ),
};

export const ConversionCreate = z.object({
  name: singleLine(160).describe('What pay rules and reports call it.'),
  eventName: EventName.describe('Which events count: a standard name, or one of your own in snake_case.'),
  ...settings,
});
bodyExample(ConversionCreate, 'ConversionCreate', { name: 'Sales', eventName: 'purchase' });

export const ConversionUpdate = z.object({
  name: singleLine(160).optional().describe('What pay rules and reports call it.'),
  ...settings,
  status: z.literal('archived').optional().describe('For good. What it counted stays, and can still earn.'),
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
    conversion: id('conversion').describe('What was counted.'),
    by: z.enum(REPORT_DIMENSIONS).describe('What each row is about.'),
    from: z.string().describe('First day, UTC.'),
    to: z.string().describe('Last day, UTC; it is in.'),
    rows: z
      .array(
        z.object({
          key: z
            .string()
            .nullable()
            .describe(
              'A creator ID, a country (with region), an app, a source or a day; null where unknown.',
            ),
          count: z.int().describe('Counted events.'),
          values: z
            .array(
              z.object({
                currency: currencyCode,
                amount: z.int().describe('Cents, summed up, as they were sold.'),
                returned: z
                  .int()
                  .describe('Cents of it that came back before the sales matured: they earn nothing.'),
                returnedLate: z
                  .int()
                  .describe(
                    'Cents of it that came back afterwards: they take nothing back of what was earned.',
                  ),
              }),
            )
            .describe('What they were worth, by currency; empty where none had a value.'),
          credited: z.int().describe('Those with a credit: to a video, a campaign or a code.'),
          paid: z.int().describe('Credited to a creator and confirmed, so that they can earn.'),
          selfPurchases: z
            .int()
            .describe(
              'Credited to the creator who bought it, by email address or phone number: they earn nothing.',
            ),
          codeStopped: z
            .int()
            .describe('Credited by a code that the account had stopped as leaked: they earn nothing.'),
          held: z.int().describe("Those that wait for the account's answer to a flag of their code."),
          heldUntil: z
            .string()
            .nullable()
            .describe('Until when at the longest the last of them waits; null when none does.'),
        }),
      )
      .describe('Keys without any event are left out.'),
  })
  .meta({ id: 'ConversionReport' });
recordExample(ConversionReport, {
  conversion: 'conv_01k2d9q3v7h5m8r4t6w0x1y2z3',
  by: 'day',
  from: '2026-08-01',
  to: '2026-08-31',
  rows: [
    {
      key: '2026-08-10',
      count: 42,
      values: [{ currency: 'usd', amount: 205_800, returned: 4_900, returnedLate: 0 }],
      credited: 19,
      paid: 8,
      selfPurchases: 0,
      codeStopped: 0,
      held: 0,
      heldUntil: null,
    },
  ],
});

export type ConversionReport = z.output<typeof ConversionReport>;
