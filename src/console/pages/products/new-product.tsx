import { AppError } from '../../../kit/error.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { placePage } from '../../page.ts';
import { writesAsBrand } from '../../rights.ts';
import { ProductFields, productInput, requireBrand } from './product-parts.tsx';
import { withLines } from './variants-field.tsx';

export const WHO_CREATES_PRODUCTS = 'Owners and admins of the account create products.';

export const newProductPage = placePage({
  path: '/products/new',
  show: async (at) => {
    requireBrand(at);
    if (!writesAsBrand(at.place)) throw new AppError('permission_denied', WHO_CREATES_PRODUCTS);
    return {
      title: 'Create product',
      body: (
        <>
          <PageHead title="Create product" back={{ href: at.to('/products'), label: 'Products' }}>
            Add a picture once the product is created.
          </PageHead>
          <Card>
            <Form action="create" draft>
              <ProductFields product={null} />
              <Button>Create product</Button>
            </Form>
          </Card>
        </>
      ),
    };
  },
  actions: {
    create: async (at, form) => {
      const body = productInput(form);
      const { id } = await withLines(form, () => at.run('POST /v1/products', { body }));
      return at.go(at.to(`/products/${id}`), 'Product created.');
    },
  },
});
