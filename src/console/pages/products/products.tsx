// A brand's products: its own and those of its shops. A creator sees those of its programs and brands.
import type { Product } from '../../../domains/catalog/products/product.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Avatar, Card, PageHead } from '../../components/card.tsx';
import { type Filter, Filters } from '../../components/filters.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, Pager, Table, TwoLines } from '../../components/table.tsx';
import { plural } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { whyNot } from '../../rights.ts';
import { WHO_CREATES_PRODUCTS } from './new-product.tsx';
import { PICTURES, ProductState, pictureOf, priceOf, requireProducts, SOURCES } from './product-parts.tsx';

const BY_STATUS: Filter = {
  name: 'status',
  label: 'Status',
  options: [
    { value: '', label: 'Active' },
    { value: 'archived', label: 'Archived' },
    { value: 'active,archived', label: 'All' },
  ],
};
const BY_SAMPLES: Filter = {
  name: 'sampleable',
  label: 'Samples',
  options: [
    { value: '', label: 'All' },
    { value: 'true', label: 'With samples' },
    { value: 'false', label: 'Without samples' },
  ],
};
const SOURCE: Column<Product> = { label: 'Source', cell: ({ source }) => SOURCES[source] };
const STATUS: Column<Product> = { label: 'Status', cell: (one) => <ProductState product={one} /> };

export const productsPage = placePage({
  path: '/products',
  show: async (at) => {
    requireProducts(at);
    const isCreator = at.place.type === 'creator';
    const query = isCreator
      ? at.given('sampleable', 'program', 'cursor')
      : at.given('status', 'sampleable', 'cursor');
    const { items, nextCursor } = await at.run('GET /v1/products', { query });
    const create = at.place.type === 'brand' && (
      <ButtonLink href={at.to('/products/new')} icon="plus" refused={whyNot(WHO_CREATES_PRODUCTS)(at)}>
        Create product
      </ButtonLink>
    );
    return {
      title: 'Products',
      pictures: PICTURES,
      body: (
        <>
          <PageHead title="Products" action={create}>
            {isCreator
              ? 'Products of your programs, and those that brands you work with send as samples.'
              : 'What creators show in their videos and ask samples of.'}
          </PageHead>
          <Filters filters={isCreator ? [BY_SAMPLES] : [BY_STATUS, BY_SAMPLES]} />
          <Card flush>
            {items.length === 0 ? (
              <EmptyState
                title={Object.keys(query).length === 0 ? 'No products yet' : 'No results'}
                icon="product"
              >
                {isCreator
                  ? 'Products of brands that you work with appear here.'
                  : 'Create products here, or connect your shop to bring them in.'}
              </EmptyState>
            ) : (
              <Table
                label="Products"
                rows={items}
                columns={[
                  {
                    label: 'Product',
                    main: true,
                    cell: (one) => (
                      <span class="pictured">
                        <Avatar name={one.title} src={pictureOf(one)} />
                        <TwoLines href={at.to(`/products/${one.id}`)} title={one.title}>
                          {one.variantCount > 0 && plural(one.variantCount, 'variant')}
                        </TwoLines>
                      </span>
                    ),
                  },
                  { label: 'Price', numeric: true, cell: priceOf },
                  ...(isCreator ? [] : [SOURCE]),
                  { label: 'Samples', cell: ({ sampleable }) => (sampleable ? 'Yes' : 'No') },
                  ...(isCreator ? [] : [STATUS]),
                ]}
              />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});
