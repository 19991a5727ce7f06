// Where a sample is sent to. It is stored encrypted, and bound to its sample.
import * as z from 'zod';
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { openSealed, seal } from '../../../kit/sealed.ts';
import { Country, Phone, singleLine } from '../../../resource/fields.ts';
import type { SampleRow } from './sample.ts';

export const Address = z
  .object({
    firstName: z.string().nullable(),
    lastName: z.string(),
    company: z.string().nullable(),
    line1: z.string().describe('Street and number.'),
    line2: z.string().nullable(),
    city: z.string(),
    state: z
      .string()
      .nullable()
      .describe('State, province or region; in the US, Canada and Australia its code.'),
    postalCode: z.string().nullable(),
    country: z.string().describe('ISO 3166-1 alpha-2.'),
    phone: z.string().nullable().describe('For the carrier.'),
  })
  .meta({ id: 'SampleAddress' });
export type Address = z.output<typeof Address>;

const line = singleLine(100);
const optional = line.nullable().optional();

export const AddressInput = z.object({
  firstName: optional,
  lastName: line,
  company: optional,
  line1: line.describe('Street and number.'),
  line2: optional,
  city: line,
  state: optional.describe(
    'State, province or region; in the US, Canada and Australia its code, such as TX.',
  ),
  postalCode: singleLine(20).nullable().optional(),
  country: Country,
  phone: Phone.nullable().optional().describe('For the carrier, in international form.'),
});

export const addressOf = (input: z.output<typeof AddressInput>): Address => ({
  firstName: input.firstName ?? null,
  lastName: input.lastName,
  company: input.company ?? null,
  line1: input.line1,
  line2: input.line2 ?? null,
  city: input.city,
  state: input.state ?? null,
  postalCode: input.postalCode ?? null,
  country: input.country,
  phone: input.phone ?? null,
});

type Owner = Pick<SampleRow, 'id' | 'creatorId'>;
const about = ({ creatorId, id }: Owner) => [creatorId, id];

export async function sealAddress(ctx: SystemCtx, owner: Owner, address: Address): Promise<string> {
  return await seal(ctx.vars.SEALING_KEYS, JSON.stringify(address), about(owner));
}

/** Throws unavailable when no key decrypts it, which means that a key is missing from SEALING_KEYS. */
export async function openAddress(ctx: SystemCtx, owner: Owner, sealed: string): Promise<Address> {
  try {
    return Address.parse(JSON.parse(await openSealed(ctx.vars.SEALING_KEYS, sealed, about(owner))));
  } catch {
    throw new AppError('unavailable', 'The address of this sample cannot be read right now.');
  }
}
