// Searches accounts, creators and people for the staff, each kind in one statement.
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { beginning, beginsWith, lastWord } from '../../../db/name-search.ts';
import { isId } from '../../../kit/ids.ts';
import { people } from '../../accounts/people/table.ts';
import { creators } from '../../work/creator-consent/table.ts';
import type { DirectoryEntry } from './directory.ts';

type Related = DirectoryEntry['related'];

const MOST_RELATED = sql.raw('10');

/** @param rows a SELECT of id, name, address and as. */
const relatedIn = (rows: SQL) =>
  sql<Related>`(SELECT json_group_array(json_object('id', r.id, 'name', r.name, 'address', r.address, 'as', r.role))
    FROM (${rows} LIMIT ${MOST_RELATED}) r)`
    .mapWith((json: string) => JSON.parse(json) as Related)
    .as('related');

const OWNERS = relatedIn(sql`SELECT p.id, p.name, p.email AS address, m.role FROM memberships m
  JOIN people p ON p.id = m.person_id WHERE m.account_id = accounts.id AND m.role = 'owner' ORDER BY p.id`);
const ITS_PERSON = relatedIn(sql`SELECT p.id, p.name, p.email AS address, 'creator' AS role FROM people p
  WHERE p.id = creators.person_id`);
const ITS_PLACES =
  relatedIn(sql`SELECT * FROM (SELECT a.id, a.name, a.email AS address, m.role FROM memberships m
    JOIN accounts a ON a.id = m.account_id WHERE m.person_id = people.id ORDER BY a.id LIMIT ${MOST_RELATED})
  UNION ALL SELECT * FROM (SELECT c.id, c.name, c.email AS address, 'creator' AS role FROM creators c
    WHERE c.person_id = people.id LIMIT ${MOST_RELATED})`);

/** Accounts by a SELECT of their IDs, in the order of their names. */
export function accountRows(ctx: SystemCtx, ids: SQL, most: number) {
  const { id, name, type, status, email, phone } = accounts;
  return mainDb(ctx.env)
    .select({ id, name, type, status, email, phone, related: OWNERS })
    .from(accounts)
    .where(inArray(id, sql`(${ids})`))
    .orderBy(beginning(name), id)
    .limit(most);
}

/** Creators, in the same way. */
export function creatorRows(ctx: SystemCtx, ids: SQL, most: number) {
  const { id, name, handle, email, phone } = creators;
  return mainDb(ctx.env)
    .select({ id, name, handle, email, phone, related: ITS_PERSON })
    .from(creators)
    .where(inArray(id, sql`(${ids})`))
    .orderBy(beginning(name), id)
    .limit(most);
}

/** People, in the same way. */
function personRows(ctx: SystemCtx, ids: SQL, most: number) {
  const { id, name, email } = people;
  return mainDb(ctx.env)
    .select({ id, name, email, related: ITS_PLACES })
    .from(people)
    .where(inArray(id, sql`(${ids})`))
    .orderBy(beginning(name), id)
    .limit(most);
}

type Row<Q extends (...args: never) => PromiseLike<unknown[]>> = Awaited<ReturnType<Q>>[number];

export const accountEntry = ({ email, status, ...row }: Row<typeof accountRows>): DirectoryEntry => ({
  ...row,
  address: email,
  ended: status === 'ended',
  handle: null,
});

export const creatorEntry = ({ email, ...row }: Row<typeof creatorRows>): DirectoryEntry => ({
  ...row,
  type: 'creator',
  address: email,
  ended: false,
});

const personEntry = ({ email, ...row }: Row<typeof personRows>): DirectoryEntry => ({
  ...row,
  type: 'person',
  address: email,
  phone: null,
  handle: null,
  ended: false,
});

interface Searched {
  id: AnySQLiteColumn;
  from: SQL;
  /** The indexed expressions. */
  by: readonly (SQL | AnySQLiteColumn)[];
}

const ACCOUNTS: Searched = {
  id: accounts.id,
  from: sql`${accounts}`,
  by: [beginning(accounts.name), lastWord(accounts.name), beginning(accounts.email)],
};
const CREATORS: Searched = {
  id: creators.id,
  from: sql`${creators}`,
  by: [beginning(creators.name), lastWord(creators.name), creators.email, creators.handle],
};
const PEOPLE: Searched = {
  id: people.id,
  from: sql`${people}`,
  by: [beginning(people.name), lastWord(people.name), people.email],
};

/** IDs of rows where an indexed expression begins with one of the texts; each text and index is one range. */
function beginningWith({ id, from, by }: Searched, texts: readonly string[], most: number): SQL {
  const ofText = (text: string) =>
    sql.join(
      by.map(
        (indexed) =>
          sql`SELECT id FROM (SELECT ${id} AS id FROM ${from} WHERE ${beginsWith(indexed, text)} LIMIT ${most})`,
      ),
      sql` UNION `,
    );
  return sql.join(
    texts.map((text) => sql`SELECT id FROM (${ofText(text)})`),
    sql` UNION `,
  );
}

/**
 * The spellings to look for: letters beyond A to Z have two cases in the database, so both are tried at the
 * start of a word.
 */
function spellings(text: string): string[] {
  const capitals = text.replace(/(?<=^|\s)\S/gu, (letter) => letter.toUpperCase());
  return /^[\x20-\x7e]*$/.test(text) ? [text] : [...new Set([text, capitals])];
}

/** The statements that search for a text, with up to `most` records of each kind. */
export function directoryQueries(ctx: SystemCtx, text: string, most: number) {
  const known = isId(text, ['account', 'creator', 'person']);
  const idsIn = (searched: Searched, asked: string) =>
    known ? sql`SELECT ${text}` : beginningWith(searched, spellings(asked), most);
  return [
    accountRows(ctx, idsIn(ACCOUNTS, text), most),
    creatorRows(ctx, idsIn(CREATORS, text.replace(/^@/, '')), most),
    personRows(ctx, idsIn(PEOPLE, text), most),
  ] as const;
}

export async function findEntries(ctx: SystemCtx, text: string, most: number): Promise<DirectoryEntry[][]> {
  const [found, creators, persons] = await mainDb(ctx.env).batch([...directoryQueries(ctx, text, most)]);
  return [found.map(accountEntry), creators.map(creatorEntry), persons.map(personEntry)];
}
