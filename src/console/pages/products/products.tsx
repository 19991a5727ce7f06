// A brand's products: its own and those of its shops. A creator sees those of its programs and brands.
import type { Product } from '../../../domains/catalog/products/product.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Avatar } from '../../components/card.tsx';
import type { Filter } from '../../components/filters.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { plural } from '../../format.tsx';
import { whyNot, writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { listPage, OLDEST_FIRST } from '../lists/list-page.tsx';
import { WHO_CREATES_PRODUCTS } from './new-product.tsx';
import { PICTURES, ProductState, pictureOf, priceOf, requireProducts, SOURCES } from './product-parts.tsx';

const BY_NAME: Filter = { kind: 'text', name: 'q', label: 'Name', placeholder: 'How it begins' };
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
const STATUS: Column<Product> = {
  label: 'Status',
  first: true,
  cell: (one) => <ProductState product={one} />,
};

const isCreator = ({ place }: PlaceVisit) => place.type === 'creator';

export const productsPage = listPage<Product>({
  path: '/products',
  title: 'Products',
  instead: (at) => {
    requireProducts(at);
    return null;
  },
  about: (at) =>
    isCreator(at)
      ? 'Products of your programs, and those that brands you work with send as samples.'
      : 'What creators show in their videos and ask samples of.',
  action: (at) =>
    at.place.type === 'brand' && (
      <ButtonLink href={at.to('/products/new')} icon="plus" refused={whyNot(WHO_CREATES_PRODUCTS)(at)}>
        Create product
      </ButtonLink>
    ),
  filters: (at) => (isCreator(at) ? [BY_SAMPLES] : [BY_NAME, BY_STATUS, BY_SAMPLES]),
  narrows: 'program',
  sorts: [OLDEST_FIRST],
  read: (at, query) => at.run('GET /v1/products', { query }),
  exported: 'products',
  shown: async (at) => ({
    columns: [
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
      ...(isCreator(at) ? [] : [STATUS]),
      ...(isCreator(at) ? [] : [SOURCE]),
      { label: 'Samples', cell: ({ sampleable }) => (sampleable ? 'Yes' : 'No') },
      { label: 'Price', numeric: true, cell: priceOf },
    ],
    nameOf: ({ title }) => title,
  }),
  none: (at) =>
    isCreator(at)
      ? {
          icon: 'product',
          text: 'Products of brands that you work with appear here.',
          next: { path: '/programs/discover', label: 'Discover programs' },
        }
      : {
          icon: 'product',
          text: 'Create products here, or connect your shop to bring them in.',
          next: writesAsBrand(at.place) && { path: '/products/new', label: 'Create product' },
        },
  pictures: PICTURES,
});
