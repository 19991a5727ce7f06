// The variants of a product that is kept here, a line each, so that they can be pasted from a spreadsheet.
import type { Product } from '../../../domains/catalog/products/product.ts';
import { invalidField } from '../../../kit/error.ts';
import { amountHelp, readAmount, showAmount } from '../../amount.ts';
import { TextArea } from '../../components/fields.tsx';
import type { FormInput } from '../../forms.ts';
import { withIssues } from '../with-issues.ts';

type Variant = Product['variants'][number];

export function VariantsField({ product }: { product: Product | null }) {
  return (
    <TextArea
      name="variants"
      label="Variants"
      rows={5}
      hint="One per line: ID | name | price, such as eu-42 | EU 42 | 129.00. Without a price it costs what the product costs. At most 100."
      value={product?.variants.map((one) => lineOf(one, product.currency)).join('\n') ?? null}
    />
  );
}

function lineOf({ id, title, price }: Variant, currency: string | null): string {
  const cost = price === null || currency === null ? [] : [showAmount(price, currency)];
  // A tab is in no name.
  return [id, title, ...cost].join(title.includes('|') ? '\t' : ' | ');
}

/** Throws validation_failed for a line that is none. */
export function variantsIn(form: FormInput, currency: string | null): Variant[] {
  return linesIn(form).map(([line, number]) => {
    const [id = '', title = id, price = '', ...more] = line
      .split(line.includes('\t') ? '\t' : '|')
      .map((part) => part.trim());
    if (more.length > 0) throw wrongLine(number, 'Write ID | name | price.');
    return { id, title, price: price === '' ? null : priceIn(price, currency, number) };
  });
}

function priceIn(text: string, currency: string | null, number: number): number {
  if (currency === null) throw invalidField('/currency', 'A price needs a currency.');
  const minor = readAmount(text, currency);
  if (minor === null) throw wrongLine(number, amountHelp(currency));
  return minor;
}

/** The lines that say something, with their numbers from 1 on. */
const linesIn = (form: FormInput): [string, number][] =>
  form
    .text('variants')
    .split(/\r?\n/)
    .map((line, index): [string, number] => [line.trim(), index + 1])
    .filter(([line]) => line !== '');

const wrongLine = (number: number, message: string) =>
  invalidField('/variants', `Line ${number}: ${message}`);

/** Says at the field which of its lines the API refuses. */
export async function withLines<T>(form: FormInput, run: () => Promise<T>): Promise<T> {
  const lines = linesIn(form);
  return await withIssues(run, (issue) => {
    const at = /^\/variants\/(\d+)/.exec(issue.path);
    const line = at && lines[Number(at[1])];
    return line ? { ...issue, path: '/variants', message: `Line ${line[1]}: ${issue.message}` } : issue;
  });
}
