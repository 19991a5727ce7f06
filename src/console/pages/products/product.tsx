// One product: what it is, what the account may change of it, its access code and who read that.
import type { CodeReading } from '../../../domains/catalog/products/list-code-readings.ts';
import { productOperations } from '../../../domains/catalog/products/operations.ts';
import type { Product } from '../../../domains/catalog/products/product.ts';
import { Button } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Table } from '../../components/table.tsx';
import { money, Time } from '../../format.tsx';
import { type Outcome, placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import {
  changesProducts,
  PICTURES,
  ProductFields,
  ProductState,
  pictureOf,
  priceOf,
  productInput,
  requireBrand,
  SampleableField,
  SOURCES,
} from './product-parts.tsx';

const idOf = ({ params }: PlaceVisit) => ({ id: params.product ?? '' });

export const productPage = placePage({
  path: '/products/:product',
  show: (at) => shown(at, undefined),
  actions: {
    edit: async (at, form) => {
      const { source } = await at.run('GET /v1/products/:id', { params: idOf(at) });
      const body = source === 'manual' ? productInput(form) : { sampleable: form.checked('sampleable') };
      await at.run('PATCH /v1/products/:id', { params: idOf(at), body: { ...body, version: form.version } });
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
  requireBrand(at);
  const params = idOf(at);
  const [product, readings] = await Promise.all([
    at.run('GET /v1/products/:id', { params }),
    at.run(productOperations.listCodeReadings, { params }),
  ]);
  const changes = changesProducts(at);
  const isOwn = product.source === 'manual';
  const picture = pictureOf(product);
  return {
    title: product.title,
    pictures: PICTURES,
    body: (
      <>
        <PageHead title={product.title} back={{ href: at.to('/products'), label: 'Products' }} />
        <Card>
          {picture && <img class="picture" src={picture} alt={product.title} width={160} height={160} />}
          <Facts
            facts={[
              ['Status', <ProductState product={product} />],
              ['Source', SOURCES[product.source]],
              ['Price', priceOf(product)],
              ['Samples', product.sampleable ? 'Creators may ask for one' : 'No'],
              ['Product URL', product.url === null ? 'None' : <a href={product.url}>{product.url}</a>],
              ['Description', product.description ?? 'None'],
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
        <AccessCode product={product} code={code} changes={changes} readings={readings} />
        {changes && <State product={product} />}
      </>
    ),
  };
}

function Variants({ product: { variants, currency, price } }: { product: Product }) {
  const cost = (own: number | null) => own ?? price;
  return (
    <Card title="Variants" flush>
      <Table
        label="Variants"
        rows={variants.slice(0, 250)}
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

function AccessCode({
  product,
  code,
  changes,
  readings,
}: {
  product: Product;
  code: string | null | undefined;
  changes: boolean;
  readings: readonly CodeReading[];
}) {
  return (
    <Card title="Access code">
      <p>What a creator needs to use a sample. It is kept encrypted, and each reading is recorded.</p>
      {code === null && <Notice tone="info">No access code is set.</Notice>}
      {code != null && (
        <p>
          <Code>{code}</Code>
        </p>
      )}
      <Form action="reveal">
        <Button look="secondary">Show access code</Button>
      </Form>
      {changes && (
        <Form action="code" seen={product.version}>
          <TextField
            name="accessCode"
            label="New access code (optional)"
            maxlength={200}
            hint="Leave it empty to remove the code."
          />
          <Button look="secondary">Save access code</Button>
        </Form>
      )}
      {readings.length > 0 && (
        <Table
          label="Readings of the access code"
          rows={readings}
          columns={[
            { label: 'Read by', main: true, cell: ({ callerId }) => <Code>{callerId}</Code> },
            { label: 'Times that day', numeric: true, cell: ({ times }) => String(times) },
            { label: 'Last read', cell: ({ lastAt }) => <Time at={lastAt} exact /> },
          ]}
        />
      )}
    </Card>
  );
}

function State({ product: { status, version } }: { product: Product }) {
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
