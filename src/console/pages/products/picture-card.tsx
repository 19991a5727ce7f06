// The picture of a product that is kept here.

import type { Product } from '../../../domains/catalog/products/product.ts';
import { fileOperations } from '../../../domains/platform/files/operations.ts';
import { invalidField } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { FileField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import type { FormInput } from '../../forms.ts';
import type { Outcome } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { fileOnceRead } from '../uploads.ts';

/** A form is in memory as a whole. The API takes larger ones. */
export const PICTURE_BYTES = 5 * 1024 ** 2;
/** @param uploaded a picture that was still being read when the page before was sent. */
export function PictureCard({ product, uploaded }: { product: Product; uploaded: string | undefined }) {
  return (
    <Card title="Picture">
      {uploaded !== undefined && (
        <Form action="usePicture" seen={product.version}>
          <Notice tone="info">Your picture is still being processed. Try again in a moment.</Notice>
          <Button>Use picture</Button>
        </Form>
      )}
      <Form action="picture" files has={['picture']} seen={product.version}>
        <FileField
          name="picture"
          label={product.image ? 'New picture' : 'Picture'}
          required
          accept="image/png,image/jpeg,image/webp"
          hint="PNG, JPEG or WebP, at most 5 MB."
        />
        <Button look="secondary">Upload picture</Button>
      </Form>
      {product.image && (
        <Confirm
          action="removePicture"
          label="Remove picture"
          title={`Remove the picture of ${product.title}?`}
          confirm="Remove picture"
          seen={product.version}
        >
          <p>The product is shown without a picture.</p>
        </Confirm>
      )}
    </Card>
  );
}

const paramsOf = ({ params }: PlaceVisit) => ({ id: params.product ?? '' });

async function use(at: PlaceVisit, form: FormInput, image: string | null, said: string): Promise<Outcome> {
  await at.run('PATCH /v1/products/:id', { params: paramsOf(at), body: { image, version: form.version } });
  return at.go(at.url.pathname, said);
}

export const PICTURE_ACTIONS = {
  picture: async (at: PlaceVisit, form: FormInput): Promise<Outcome> => {
    // Refused before anything is stored.
    checkVersion(await at.run('GET /v1/products/:id', { params: paramsOf(at) }), form.version);
    const body = (await form.file('picture')) as never;
    const { id } = await at.run(fileOperations.createFile, { query: { purpose: 'product_image' }, body });
    const file = await fileOnceRead(at, id);
    if (file.status === 'processing') return at.go(`${at.url.pathname}?picture=${id}`);
    if (file.status !== 'ready')
      throw invalidField('/picture', file.failure?.message ?? 'The picture cannot be used.');
    return await use(at, form, id, 'Picture saved.');
  },
  usePicture: (at: PlaceVisit, form: FormInput) =>
    use(at, form, at.query('picture') ?? null, 'Picture saved.'),
  removePicture: (at: PlaceVisit, form: FormInput) => use(at, form, null, 'Picture removed.'),
};
