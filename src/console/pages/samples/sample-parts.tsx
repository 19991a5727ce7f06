// What the pages of samples share: addresses, and the names of products.
import type { Address } from '../../../domains/work/samples/address.ts';
import type { Sample } from '../../../domains/work/samples/sample.ts';
import { TextField } from '../../components/fields.tsx';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';

/** The titles of the products of samples. One that the reader may not see any more is left out. */
export async function productTitles(
  at: PlaceVisit,
  samples: readonly Pick<Sample, 'product'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(samples.map(({ product }) => product))];
  const found = await Promise.allSettled(ids.map((id) => at.run('GET /v1/products/:id', { params: { id } })));
  return new Map(
    found.flatMap((one) => (one.status === 'fulfilled' ? [[one.value.id, one.value.title]] : [])),
  );
}

export function addressLines(address: Address): string[] {
  const { firstName, lastName, company, line1, line2, city, state, postalCode, country, phone } = address;
  return [
    [firstName, lastName].filter(Boolean).join(' '),
    company,
    line1,
    line2,
    [city, state, postalCode].filter(Boolean).join(' '),
    country,
    phone,
  ].filter((line): line is string => line !== null && line !== '');
}

/** @param address what the fields are filled with. */
export function AddressFields({ address }: { address?: Address | null | undefined }) {
  return (
    <>
      <TextField name="address.firstName" label="First name" value={address?.firstName} />
      <TextField name="address.lastName" label="Last name" value={address?.lastName} required />
      <TextField name="address.company" label="Company" value={address?.company} />
      <TextField name="address.line1" label="Street and number" value={address?.line1} required />
      <TextField name="address.line2" label="Apartment, floor" value={address?.line2} />
      <TextField name="address.city" label="City" value={address?.city} required />
      <TextField
        name="address.state"
        label="State"
        hint="Needed in the US, Canada and Australia. Its code, such as TX."
        value={address?.state}
      />
      <TextField name="address.postalCode" label="Postal code" value={address?.postalCode} />
      <TextField
        name="address.country"
        label="Country"
        hint="Two letters, such as US."
        value={address?.country}
        required
      />
      <TextField name="address.phone" label="Phone for the carrier" value={address?.phone} />
    </>
  );
}

const FIELDS = ['firstName', 'company', 'line2', 'state', 'postalCode', 'phone'] as const;

export function addressIn(form: FormInput) {
  const text = (name: string) => form.text(`address.${name}`) ?? '';
  const optional = Object.fromEntries(FIELDS.map((name) => [name, text(name) === '' ? null : text(name)]));
  return {
    ...optional,
    lastName: text('lastName'),
    line1: text('line1'),
    city: text('city'),
    country: text('country'),
  };
}
