import * as z from 'zod';
import { isoOrNull } from '../../../kit/time.ts';
import type { StaffPersonRow } from './list-staff-people.ts';
import type { FactorRemovalRow } from './remove-factor-later.ts';

/** A person whom STAFF_PEOPLE lists. */
export const StaffPerson = z.object({
  name: z.string(),
  email: z.string(),
  person: z.string().nullable().describe('Null while nobody has signed up with the address.'),
  secondFactorAt: z.string().nullable().describe('Since when there is a second factor.'),
  removedAt: z.string().nullable().describe('When it is removed, because it is lost.'),
});

export type StaffPerson = z.output<typeof StaffPerson>;

/** A person whose second factor is to be removed. */
export const FactorRemoval = z.object({
  person: z.string(),
  email: z.string(),
  removedAt: z.string().nullable().describe('From when on signing in takes the password alone.'),
});

export type FactorRemoval = z.output<typeof FactorRemoval>;

export const presentRemoval = (row: FactorRemovalRow): FactorRemoval => ({
  ...row,
  removedAt: isoOrNull(row.removedAt),
});

export const StaffPeople = z.object({ people: z.array(StaffPerson) });

export type StaffPeople = z.output<typeof StaffPeople>;

export function presentStaffPerson(row: StaffPersonRow): StaffPerson {
  return {
    ...row,
    secondFactorAt: isoOrNull(row.secondFactorAt),
    removedAt: isoOrNull(row.removedAt),
  };
}
