// A record of any kind, field by field, and what an action changed of one.
import type { Child } from 'hono/jsx';
import type { StaffAction } from '../../../domains/operations/staff/staff-action.ts';
import { Code, CodeBlock } from '../../components/code.tsx';
import { TwoLines } from '../../components/table.tsx';
import { count, money, Time, words } from '../../format.tsx';

type Kept = Record<string, unknown>;

/** deliveredAt: Delivered at. */
export function labelOf(name: string): string {
  if (name === 'id') return 'ID';
  return words(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

const MONEY: ReadonlySet<string> = new Set(['amount', 'net', 'taken', 'fee']);
const ID = /^[a-z]{2,8}_\w{8,}$/;

/** The fields that hold one value, as facts. */
export function factsOf(record: Kept, names: ReadonlyMap<string, string>): [string, Child][] {
  return Object.entries(record)
    .filter(([, value]) => !isObject(value))
    .map(([name, value]) => [labelOf(name), shown(name, value, record, names)]);
}

/** The fields that hold several. */
export function Nested({ record }: { record: Kept }) {
  return (
    <>
      {Object.entries(record)
        .filter(([, value]) => isObject(value))
        .map(([name, value]) => (
          <>
            <h3>{labelOf(name)}</h3>
            <CodeBlock label={labelOf(name)} text={JSON.stringify(value, null, 2)} />
          </>
        ))}
    </>
  );
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

function shown(name: string, value: unknown, record: Kept, names: ReadonlyMap<string, string>): Child {
  if (value === null || value === '') return null;
  if (typeof value === 'number')
    return MONEY.has(name) && typeof record.currency === 'string'
      ? money(value, record.currency)
      : count(value);
  const text = String(value);
  if (name.endsWith('At')) return <Time at={text} exact />;
  if (name === 'status' || name === 'kind') return words(text);
  const known = names.get(text);
  if (known) return <TwoLines title={known}>{text}</TwoLines>;
  return ID.test(text) ? <Code>{text}</Code> : text;
}

/** What is another after an action: `status: disputed, now refunded`. */
export function changesOf({ before, after }: Pick<StaffAction, 'before' | 'after'>): string[] {
  return Object.keys(after)
    .filter((name) => name !== 'updatedAt' && name !== 'version' && !isObject(after[name]))
    .filter((name) => name in before && before[name] !== after[name])
    .map((name) => `${labelOf(name)}: ${said(before[name])} → ${said(after[name])}`);
}

const said = (value: unknown) => (value === null || value === undefined ? 'nothing' : String(value));
