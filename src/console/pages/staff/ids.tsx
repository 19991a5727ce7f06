// IDs on the staff's pages, shown as the record's name if it is known, with a link to the record.
import type { Child } from 'hono/jsx';
import type { DirectoryEntry } from '../../../domains/operations/staff/directory.ts';
import { type IdKind, isId } from '../../../kit/ids.ts';
import { Code } from '../../components/code.tsx';
import { TwoLines } from '../../components/table.tsx';

/** Names of records, by ID. */
export type NamesById = ReadonlyMap<string, string>;

const IN_QUEUE: readonly (readonly [IdKind, string])[] = [
  ['payment', 'payments'],
  ['charge', 'charges'],
  ['refund', 'refunds'],
  ['correction', 'corrections'],
  ['difference', 'differences'],
];

export const ledgerOf = (holder: string) => `/staff/ledgers?holder=${encodeURIComponent(holder)}`;
export const directoryOf = (text: string) => `/staff/directory?q=${encodeURIComponent(text)}`;

/** The staff's page for an ID; null for a record without one. */
function pathOfId(id: string): string | null {
  const kind = IN_QUEUE.find(([one]) => isId(id, [one]))?.[1];
  if (kind) return `/staff/review-queue/${kind}/${id}`;
  if (isId(id, ['account', 'creator', 'person'])) return directoryOf(id);
  return /^service:[a-z]{3}:\d+$/.test(id) ? ledgerOf(id) : null;
}

/** Whether the text in an ID field is a name or an address instead, which the directory can find. */
export const isName = (text: string | undefined): text is string =>
  text !== undefined && !/^(?:acct|crtr)_|^service:/.test(text);

const ID = /^(?:[a-z]{2,8}_[0-9a-zA-Z]{8,}|service:[a-z]{3}:\d+)$/;
export const looksLikeId = (text: string) => ID.test(text);

/** An ID of ours or of the processor, as a name or link. */
export function Id({ id, names }: { id: string; names: NamesById }): Child {
  const [path, name] = [pathOfId(id), names.get(id)];
  if (name)
    return path ? (
      <TwoLines href={path} title={name}>
        {id}
      </TwoLines>
    ) : (
      <TwoLines title={name}>{id}</TwoLines>
    );
  return path ? (
    <a href={path}>
      <Code>{id}</Code>
    </a>
  ) : (
    <Code>{id}</Code>
  );
}

export const TYPE_NAMES: Record<DirectoryEntry['type'], string> = {
  brand: 'Brand',
  partner: 'Partner',
  creator: 'Creator',
  person: 'Person',
};
