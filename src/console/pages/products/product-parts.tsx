// Shared parts of the pages about products.
import type { Product } from '../../../domains/catalog/products/product.ts';
import { CURRENCIES } from '../../../kit/currencies.ts';
import { notFound } from '../../../kit/error.ts';
import { showAmount } from '../../amount.ts';
import { Badge } from '../../components/card.tsx';
import { Checkbox } from '../../components/choices.tsx';
import { Select, TextArea, TextField } from '../../components/fields.tsx';
import { money } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';
import { VariantsField, variantsIn } from './variants-field.tsx';

/** Where shops' platforms keep pictures. */
export const PICTURES = ['https://cdn.shopify.com'];

/** Brands have products, and creators see some of them. Throws not_found. */
export function requireProducts({ place }: PlaceVisit): void {
  if (place.type === 'partner') throw notFound('page');
}

/** Only brands have products of their own. Throws not_found. */
export function requireBrand({ place }: PlaceVisit): void {
  if (place.type !== 'brand') throw notFound('page');
}

export const SOURCES: Record<Product['source'], string> = { manual: 'Manual', shopify: 'Shopify' };

export function ProductState({ product: { status } }: { product: Product }) {
  return status === 'active' ? <Badge tone="success">Active</Badge> : <Badge>Archived</Badge>;
}

export const priceOf = ({ price, currency }: Product): string =>
  price === null || currency === null ? 'Not set' : money(price, currency);

/** The picture, if a page may show it. */
export function pictureOf({ image }: Product): string | null {
  if (image === null) return null;
  return image.fileId !== null || PICTURES.includes(new URL(image.url).origin) ? image.url : null;
}

const NO_CURRENCY = { value: '', label: 'None' };

/** The fields of a product that is kept here. */
export function ProductFields({ product }: { product: Product | null }) {
  const { price = null, currency = null } = product ?? {};
  return (
    <>
      <TextField name="title" label="Name" required maxlength={255} value={product?.title ?? null} />
      <TextArea
        name="description"
        label="Description"
        maxlength={10_000}
        value={product?.description ?? null}
      />
      <TextField name="url" label="Product URL" type="url" maxlength={2000} value={product?.url ?? null} />
      <TextField
        name="price"
        label="Price"
        inputmode="decimal"
        value={price === null || currency === null ? null : showAmount(price, currency)}
      />
      <Select
        name="currency"
        label="Currency"
        value={currency ?? ''}
        options={[
          NO_CURRENCY,
          ...[...CURRENCIES.keys()].map((code) => ({ value: code, label: code.toUpperCase() })),
        ]}
      />
      <VariantsField product={product} />
      <SampleableField product={product} />
    </>
  );
}

export const SampleableField = ({ product }: { product: Product | null }) => (
  <Checkbox name="sampleable" label="Creators may ask for a sample" checked={product?.sampleable ?? false} />
);

export function productInput(form: FormInput) {
  const currency = form.orNull('currency');
  return {
    title: form.text('title'),
    description: form.orNull('description'),
    url: form.orNull('url'),
    price: (currency === null ? form.number('price') : form.amount('price', currency)) ?? null,
    currency,
    variants: variantsIn(form, currency),
    sampleable: form.checked('sampleable'),
  };
}
