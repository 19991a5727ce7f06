// One product: what it is, and for its account what it may change of it; for a creator, the way to a sample.
import { productOperations } from '../../../domains/catalog/products/operations.ts';
import type { Product } from '../../../domains/catalog/products/product.ts';
import { sampleOperations } from '../../../domains/work/samples/operations.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Form } from '../../components/form.tsx';
import { Table } from '../../components/table.tsx';
import { count, money } from '../../format.tsx';
import { type Outcome, placePage } from '../../page.ts';
import { writesAsBrand } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { PICTURE_BYTES, PictureCard, pictureActions } from '../picture.tsx';
import { CodeCard } from './code-card.tsx';
import {
  PICTURES,
  ProductFields,
  ProductState,
  pictureOf,
  priceOf,
  productInput,
  requireProducts,
  SampleableField,
  SOURCES,
} from './product-parts.tsx';
import { withLines } from './variants-field.tsx';

const idOf = ({ params }: PlaceVisit) => ({ id: params.product ?? '' });

export const productPage = placePage({
  path: '/products/:product',
  show: (at) => shown(at, undefined),
  fileBytes: PICTURE_BYTES,
  actions: {
    ...pictureActions({
      purpose: 'product_image',
      read: (at) => at.run('GET /v1/products/:id', { params: idOf(at) }),
      save: (at, image, version) =>
        at.run('PATCH /v1/products/:id', { params: idOf(at), body: { image, version } }),
    }),
    edit: async (at, form) => {
      const { source } = await at.run('GET /v1/products/:id', { params: idOf(at) });
      const fields = source === 'manual' ? productInput(form) : { sampleable: form.checked('sampleable') };
      const body = { ...fields, version: form.version };
      await withLines(form, () => at.run('PATCH /v1/products/:id', { params: idOf(at), body }));
      return at.go(at.to(`/products/${idOf(at).id}`), 'Product saved.');
    },
    state: async (at, form) => {
      const status = form.text('status') === 'active' ? 'active' : 'archived';
      const body = { status, version: form.version } as const;
      await at.run('PATCH /v1/products/:id', { params: idOf(at), body });
      return at.go(
        at.to(`/products/${idOf(at).id}`),
        status === 'active' ? 'Product restored.' : 'Product archived.',
      );
    },
    code: async (at, form) => {
      const body = { accessCode: form.orNull('accessCode'), version: form.version };
      await at.run('PATCH /v1/products/:id', { params: idOf(at), body });
      return at.go(at.to(`/products/${idOf(at).id}`), 'Access code saved.');
    },
    reveal: async (at) => {
      const query = { expand: 'accessCode' } as const;
      const { accessCode } = await at.run('GET /v1/products/:id', { params: idOf(at), query });
      return await shown(at, accessCode ?? null);
    },
  },
});

/** @param code the access code, if the person asked for it; null if none is set. */
async function shown(at: PlaceVisit, code: string | null | undefined): Promise<Outcome> {
  requireProducts(at);
  return at.place.type === 'creator' ? await forCreator(at) : await forBrand(at, code);
}

async function forBrand(at: PlaceVisit, code: string | null | undefined): Promise<Outcome> {
  const params = idOf(at);
  const [product, readings] = await Promise.all([
    at.run('GET /v1/products/:id', { params }),
    at.run(productOperations.listCodeReadings, { params }),
  ]);
  const changes = writesAsBrand(at.place);
  const isOwn = product.source === 'manual';
  return {
    title: product.title,
    pictures: PICTURES,
    body: (
      <>
        <PageHead title={product.title} back={{ href: at.to('/products'), label: 'Products' }} />
        <Card>
          <Picture product={product} />
          <Facts
            facts={[
              ['Status', <ProductState product={product} />],
              ['Source', SOURCES[product.source]],
              ['Price', priceOf(product)],
              ['Samples', product.sampleable ? 'Creators may ask for one' : 'No'],
              ...textsOf(product),
              ['ID', <Code>{product.id}</Code>],
            ]}
          />
        </Card>
        {product.variants.length > 0 && <Variants product={product} />}
        {changes && (
          <Card title="Edit product">
            {!isOwn && (
              <p>
                Name, description, link, picture, price and variants come from your shop. Change them there.
              </p>
            )}
            <Form action="edit" seen={product.version}>
              {isOwn ? <ProductFields product={product} /> : <SampleableField product={product} />}
              <Button>Save product</Button>
            </Form>
          </Card>
        )}
        {changes && isOwn && (
          <PictureCard
            at={at}
            of={{
              version: product.version,
              name: product.title,
              hasPicture: product.image !== null,
              without: 'The product is shown without a picture.',
            }}
          />
        )}
        <CodeCard product={product} code={code} changes={changes} readings={readings} />
        {changes && <State product={product} />}
      </>
    ),
  };
}

async function forCreator(at: PlaceVisit): Promise<Outcome> {
  const params = idOf(at);
  const [product, way] = await Promise.all([
    at.run('GET /v1/products/:id', { params }),
    at.run(sampleOperations.checkSampleRequest, { params }),
  ]);
  return {
    title: product.title,
    pictures: PICTURES,
    body: (
      <>
        <PageHead
          title={product.title}
          back={{ href: at.to('/products'), label: 'Products' }}
          action={
            way.refusal === null && (
              <ButtonLink href={at.to(`/samples/new?product=${product.id}`)}>Ask for sample</ButtonLink>
            )
          }
        />
        <Card>
          <Picture product={product} />
          <Facts
            facts={[['Price', priceOf(product)], ['Sample', sampleFact(at, way)], ...textsOf(product)]}
          />
        </Card>
        {product.variants.length > 0 && <Variants product={product} />}
      </>
    ),
  };
}

function sampleFact(at: PlaceVisit, { refusal, sample }: { refusal: string | null; sample: string | null }) {
  if (sample !== null) return <a href={at.to(`/samples/${sample}`)}>Open your sample</a>;
  return refusal ?? 'You can ask for one';
}

function Picture({ product }: { product: Product }) {
  const picture = pictureOf(product);
  return picture && <img class="picture" src={picture} alt={product.title} width={160} height={160} />;
}

const textsOf = ({ url, description }: Product) =>
  [
    ['Product URL', url === null ? 'None' : <a href={url}>{url}</a>],
    ['Description', description ?? 'None'],
  ] as const;

/** The most variants of one page. A shop's product may have 2,048. */
const MOST_SHOWN = 250;

function Variants({ product: { variants, variantCount, currency, price } }: { product: Product }) {
  const cost = (own: number | null) => own ?? price;
  const title =
    variantCount > MOST_SHOWN ? `The first ${MOST_SHOWN} of ${count(variantCount)} variants` : 'Variants';
  return (
    <Card title={title} flush>
      <Table
        label="Variants"
        rows={variants.slice(0, MOST_SHOWN)}
        columns={[
          { label: 'Variant', main: true, cell: ({ title }) => title },
          {
            label: 'Price',
            numeric: true,
            cell: (one) => {
              const own = cost(one.price);
              return own === null || currency === null ? 'Not set' : money(own, currency);
            },
          },
          { label: 'ID', cell: ({ id }) => <Code>{id}</Code> },
        ]}
      />
    </Card>
  );
}

function State({ product: { status, version, archivedBy } }: { product: Product }) {
  if (archivedBy === 'shop')
    return (
      <Card title="Restore product">
        <p>
          Your shop does not sell this product, or is no longer connected. Make it active there and publish it
          to your online store. It is restored here within a minute or two, unless you archived it here as
          well.
        </p>
      </Card>
    );
  const isActive = status === 'active';
  return (
    <Card title={isActive ? 'Archive product' : 'Restore product'}>
      <p>
        {isActive
          ? 'Creators no longer see an archived product. You can restore it.'
          : 'Creators see active products only.'}
      </p>
      <Form action="state" seen={version}>
        <input type="hidden" name="status" value={isActive ? 'archived' : 'active'} />
        <Button look="secondary">{isActive ? 'Archive product' : 'Restore product'}</Button>
      </Form>
    </Card>
  );
}
