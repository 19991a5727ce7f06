// A brand's products: its own and those of its shops.

import { ButtonLink } from '../../components/button.tsx';
import { Avatar, Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Filters, Pager, Table, TwoLines } from '../../components/table.tsx';
import { plural } from '../../format.tsx';
import { placePage } from '../../page.ts';
import {
  changesProducts,
  PICTURES,
  ProductState,
  pictureOf,
  priceOf,
  requireBrand,
  SOURCES,
} from './product-parts.tsx';

export const productsPage = placePage({
  path: '/products',
  show: async (at) => {
    requireBrand(at);
    const query = at.given('status', 'sampleable', 'cursor');
    const { items, nextCursor } = await at.run('GET /v1/products', { query });
    const create = changesProducts(at) && (
      <ButtonLink href={at.to('/products/new')} icon="plus">
        Create product
      </ButtonLink>
    );
    return {
      title: 'Products',
      pictures: PICTURES,
      body: (
        <>
          <PageHead title="Products" action={create}>
            What creators show in their videos and ask samples of.
          </PageHead>
          <Filters
            filters={[
              {
                name: 'status',
                label: 'Status',
                options: [
                  { value: '', label: 'Active' },
                  { value: 'archived', label: 'Archived' },
                  { value: 'active,archived', label: 'All' },
                ],
              },
              {
                name: 'sampleable',
                label: 'Samples',
                options: [
                  { value: '', label: 'All' },
                  { value: 'true', label: 'With samples' },
                  { value: 'false', label: 'Without samples' },
                ],
              },
            ]}
          />
          <Card flush>
            {items.length === 0 ? (
              <EmptyState
                title={Object.keys(query).length === 0 ? 'No products yet' : 'No results'}
                icon="product"
              >
                Create products here, or connect your shop to bring them in.
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
                      <TwoLines
                        href={at.to(`/products/${one.id}`)}
                        title={
                          <>
                            <Avatar name={one.title} src={pictureOf(one)} /> {one.title}
                          </>
                        }
                      >
                        {one.variantCount > 0 && plural(one.variantCount, 'variant')}
                      </TwoLines>
                    ),
                  },
                  { label: 'Price', numeric: true, cell: priceOf },
                  { label: 'Source', cell: ({ source }) => SOURCES[source] },
                  { label: 'Samples', cell: ({ sampleable }) => (sampleable ? 'Yes' : 'No') },
                  { label: 'Status', cell: (one) => <ProductState product={one} /> },
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
