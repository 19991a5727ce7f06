// Makes the values of rows like those of a busy service.
import { randomBytes } from 'node:crypto';
import { newId } from '../../src/kit/ids.ts';

type Value = string | number | null;
export type Make = (n: number, at: number) => Value;

export const text =
  (length: number): Make =>
  () =>
    randomBytes(length).toString('base64').slice(0, length);
export const always =
  (value: Value): Make =>
  () =>
    value;
/** The ID of one of `many` existing records. */
export const oneOf = (prefix: string, many: number): Make => {
  return () => `${prefix}_${String(Math.floor(Math.random() * many)).padStart(26, '0')}`;
};
/** The ID of a record that is created with this row. */
export const fresh =
  (prefix: string): Make =>
  (_, at) =>
    `${prefix}_${newId('event', at).slice(4)}`;

export const account = oneOf('acct', 2_000);
export const creator = oneOf('crtr', 100_000);
export const money: Record<string, Make> = {
  account_id: account,
  creator_id: creator,
  program_id: oneOf('prog', 5_000),
  application_id: oneOf('appl', 200_000),
  submission_id: fresh('sub'),
  payment_id: fresh('pay'),
  holder: creator,
  currency: always('usd'),
  status: always('succeeded'),
};

/** The values of a table's columns; other columns get a time, a small number, or nothing. */
export type Tables = Record<string, Record<string, Make>>;
