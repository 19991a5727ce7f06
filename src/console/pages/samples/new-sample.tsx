// A creator asks for a sample, or a brand offers one: first the product, then where it goes or to whom.
import type { Product } from '../../../domains/catalog/products/product.ts';
import { AppError } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Select, TextArea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Pager, Table, TwoLines } from '../../components/table.tsx';
import { money } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { agreedCreators, CreatorChoice } from '../creator-choice.tsx';
import { type None, NoneYet } from '../lists/list-page.tsx';
import { AddressFields, addressIn } from './sample-parts.tsx';

/** Why the reader makes no sample; null for those who may. */
export const whyNoSample = (at: PlaceVisit): string | null =>
  at.place.type === 'creator' ? null : whyNot('Owners and admins of the account offer samples.')(at);

export const newSampleTitle = (at: PlaceVisit) =>
  at.place.type === 'creator' ? 'Ask for sample' : 'Offer sample';

export const newSamplePage = placePage({
  path: '/samples/new',
  show: async (at) => {
    const refused = whyNoSample(at);
    if (refused !== null) throw new AppError('permission_denied', refused);
    const product = at.query('product');
    const title = newSampleTitle(at);
    return {
      title,
      body: (
        <>
          <PageHead title={title} back={{ href: at.to('/samples'), label: 'Samples' }} />
          {product === undefined ? await chooseProduct(at) : await details(at, product)}
        </>
      ),
    };
  },
  actions: {
    create: async (at, form) => {
      const isCreator = at.place.type === 'creator';
      const { id } = await at.run('POST /v1/samples', {
        body: {
          product: at.query('product') ?? '',
          variant: form.text('variant') || undefined,
          note: form.text('note') || undefined,
          ...(isCreator ? { address: addressIn(form) } : { creator: form.text('creator') }),
        },
      });
      return at.go(at.to(`/samples/${id}`), isCreator ? 'Sent to the brand.' : 'Sent to the creator.');
    },
  },
});

function noProducts({ type }: PlaceVisit['place']): None {
  if (type === 'creator')
    return {
      icon: 'product',
      text: 'Products of brands that you work with appear here.',
      next: { path: '/programs/discover', label: 'Discover programs' },
    };
  return type === 'brand'
    ? {
        icon: 'product',
        text: 'Open a product and allow creators to ask for a sample of it.',
        next: { path: '/products', label: 'View products' },
      }
    : {
        icon: 'product',
        text: 'A client’s products are in its workspace.',
        next: { path: '/clients', label: 'View clients' },
      };
}

async function chooseProduct(at: PlaceVisit) {
  const query = { sampleable: 'true' as const, cursor: at.query('cursor') };
  const { items, nextCursor } = await at.run('GET /v1/products', { query });
  return (
    <>
      <Card title="Product" flush>
        {items.length === 0 ? (
          <NoneYet at={at} list="products with samples" {...noProducts(at.place)} />
        ) : (
          <Table
            label="Products with samples"
            rows={items}
            columns={[
              {
                label: 'Product',
                main: true,
                cell: (one: Product) => (
                  <TwoLines href={at.to(`/samples/new?product=${one.id}`)} title={one.title}>
                    {one.price !== null && one.currency !== null ? money(one.price, one.currency) : ''}
                  </TwoLines>
                ),
              },
            ]}
          />
        )}
      </Card>
      <Pager next={nextCursor} />
    </>
  );
}

async function details(at: PlaceVisit, id: string) {
  const isCreator = at.place.type === 'creator';
  const [product, creators] = await Promise.all([
    at.run('GET /v1/products/:id', { params: { id } }),
    isCreator ? null : agreedCreators(at),
  ]);
  const variants = product.variants.map((one) => ({ value: one.id, label: one.title }));
  return (
    <Card title={product.title}>
      <Form action="create">
        {variants.length > 0 && <Select name="variant" label="Variant" options={variants} />}
        {creators && <CreatorChoice creators={creators} hint="They accept by giving an address." />}
        {isCreator && <AddressFields />}
        <TextArea name="note" label="Note" maxlength={2000} rows={3} />
        <Button>{newSampleTitle(at)}</Button>
      </Form>
    </Card>
  );
}
