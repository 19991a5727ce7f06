// A copy of a program, as a draft. What it refers to may have been archived since: a new program cannot refer to that.
import type { Program } from '../../../domains/work/program-terms/program.ts';
import { AppError } from '../../../kit/error.ts';
import type { PlaceVisit } from '../../visit.ts';

const SUFFIX = ' (copy)';

/** Everything that people wrote. Results, the image and the dates stay with the original. */
function copyOf({ name, type, visibility, brief, platforms, pay, agreements, products, limits }: Program) {
  const { version: _, rules, ...terms } = pay;
  return {
    name: [...name].slice(0, 160 - SUFFIX.length).join('') + SUFFIX,
    ...{ type, visibility, brief, platforms, agreements, products, limits },
    pay: { ...terms, rules: rules.map(({ number: __, ...rule }) => rule) },
  };
}

type Copy = ReturnType<typeof copyOf>;

/** What can be archived while a program refers to it, as the refusal of a new program names it. */
const LEAVES_OUT: Readonly<Record<string, (copy: Copy, ids: readonly string[]) => Copy>> = {
  agreements: (copy, ids) => ({ ...copy, agreements: copy.agreements.filter((id) => !ids.includes(id)) }),
  products: (copy, ids) => ({ ...copy, products: copy.products.filter((id) => !ids.includes(id)) }),
  conversions: (copy, ids) => ({
    ...copy,
    pay: {
      ...copy.pay,
      rules: copy.pay.rules.filter((rule) => !('conversion' in rule && ids.includes(rule.conversion))),
    },
  }),
};

/** Creates the draft. @returns its ID, and what it was created without: `1 agreement`. */
export async function duplicate(at: PlaceVisit, one: Program): Promise<{ id: string; leftOut: string[] }> {
  const tried = new Set<string>();
  let copy = copyOf(one);
  for (;;) {
    try {
      const { id } = await at.run('POST /v1/programs', { body: copy });
      return { id, leftOut: leftOut(one, copy) };
    } catch (error) {
      // Each refusal names one kind of record.
      const missing = missingIn(error);
      if (missing === null || tried.has(missing.kind)) throw error;
      tried.add(missing.kind);
      copy = LEAVES_OUT[missing.kind]!(copy, missing.ids);
    }
  }
}

/** The records that a refusal names; null for a refusal for another reason. */
function missingIn(error: unknown): { kind: string; ids: readonly string[] } | null {
  if (!(error instanceof AppError) || error.code !== 'operation_rejected') return null;
  const details = error.details as Record<string, unknown>;
  const kind = Object.keys(LEAVES_OUT).find((name) => Array.isArray(details[name]));
  return kind === undefined ? null : { kind, ids: details[kind] as string[] };
}

function leftOut(one: Program, copy: Copy): string[] {
  const kinds: [string, number][] = [
    ['agreement', one.agreements.length - copy.agreements.length],
    ['product', one.products.length - copy.products.length],
    ['pay rule', one.pay.rules.length - copy.pay.rules.length],
  ];
  return kinds.flatMap(([kind, n]) => (n === 0 ? [] : [`${n} ${kind}${n === 1 ? '' : 's'}`]));
}
