// One sample: where it goes, how far it got, and what to do next.
import type { Sample } from '../../../domains/work/samples/sample.ts';
import { Button, ButtonLink, Buttons } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { CreatorLink } from '../creator-link.tsx';
import { brandNames, namesFor } from '../places/names.ts';
import { State } from '../places/states.tsx';
import { ProgramLink } from '../program-link.tsx';
import { AddressFields, addressIn, addressLines, productTitles } from './sample-parts.tsx';
import { nextStep } from './samples.tsx';

const paramsOf = (at: PlaceVisit) => ({ id: at.params.sample ?? '' });

async function change(at: PlaceVisit, form: FormInput, body: object, said: string) {
  await at.run('PATCH /v1/samples/:id', {
    params: paramsOf(at),
    body: { ...body, version: form.version },
  });
  return at.go(at.url.pathname, said);
}

export const samplePage = placePage({
  path: '/samples/:sample',
  show: async (at) => {
    const expand = at.query('code') === undefined ? undefined : 'accessCode';
    const bare = at.run('GET /v1/samples/:id', { params: paramsOf(at) });
    // Reading the code is written down, which takes its time.
    const [one, names, brandOf, titles] = await Promise.all([
      expand === undefined
        ? bare
        : at.run('GET /v1/samples/:id', { params: paramsOf(at), query: { expand } }),
      bare.then((read) => namesFor(at, [read])),
      brandNames(at),
      bare.then((read) => productTitles(at, [read])),
    ]);
    const title = titles.get(one.product) ?? 'A product';
    const isCreator = at.place.type === 'creator';
    const changes = writes(at.place);
    return {
      title,
      body: (
        <>
          <PageHead title={title} back={{ href: at.to('/samples'), label: 'Samples' }} />
          {one.problem && <Notice tone="warning">{one.problem.message}</Notice>}
          <Card>
            <Facts
              facts={[
                ['Status', <State status={one.status} />],
                ['Next step', nextStep(one, isCreator)],
                isCreator
                  ? ['Brand', brandOf(one.account)]
                  : ['Creator', <CreatorLink at={at} id={one.creator} names={names} />],
                ['Program', <ProgramLink at={at} id={one.program} names={names} />],
                ...(one.variant === null ? [] : [['Variant', <Code>{one.variant}</Code>] as const]),
                ['Address', one.address ? addressLines(one.address).join(', ') : addressState(one)],
                ...(one.order ? [['Order', one.order.name] as const] : []),
                ...(one.trackingUrl
                  ? [['Tracking', <a href={one.trackingUrl}>Follow the parcel</a>] as const]
                  : []),
                ...(one.note ? [['Note', one.note] as const] : []),
                ...(one.accessCode === undefined
                  ? []
                  : [['Access code', one.accessCode ? <Code>{one.accessCode}</Code> : 'None'] as const]),
                ['Created', <Time at={one.createdAt} exact />],
              ]}
            />
            {showsCode(one, isCreator) && expand === undefined && (
              <Buttons>
                <ButtonLink href={`${at.url.pathname}?code=show`} look="secondary">
                  Show access code
                </ButtonLink>
              </Buttons>
            )}
          </Card>
          {changes && (isCreator ? <CreatorForms one={one} /> : <BrandForms one={one} />)}
        </>
      ),
    };
  },
  actions: {
    approve: (at, form) => change(at, form, { status: 'approved' }, 'Approved.'),
    reject: (at, form) => change(at, form, { status: 'rejected' }, 'Rejected.'),
    address: (at, form) => change(at, form, { address: addressIn(form) }, 'Saved.'),
    ship: (at, form) =>
      change(
        at,
        form,
        { status: 'shipped', trackingUrl: form.text('trackingUrl') || null },
        'Marked as shipped.',
      ),
    deliver: (at, form) => change(at, form, { status: 'delivered' }, 'Marked as delivered.'),
  },
});

const addressState = ({ status, offered }: Sample): string => {
  if (status === 'pending') return offered ? 'Not given yet' : 'Shown once the sample is approved';
  return status === 'approved' ? 'Not shown' : 'Erased';
};

const showsCode = ({ status }: Sample, isCreator: boolean): boolean =>
  !isCreator || (status !== 'pending' && status !== 'rejected');

const isOpen = ({ status }: Sample) => status === 'pending' || status === 'approved';

function Reject({ one, label }: { one: Sample; label: string }) {
  return (
    <Confirm action="reject" label={label} title={`${label}?`} confirm={label} seen={one.version}>
      <p>It is not sent, and the address is erased.</p>
    </Confirm>
  );
}

function BrandForms({ one }: { one: Sample }) {
  return (
    <>
      {one.status === 'approved' && (
        <Card title="Mark as shipped">
          <p>If your connected shop sells this product, it makes the order by itself.</p>
          <Form action="ship" seen={one.version}>
            <TextField name="trackingUrl" label="Tracking URL" value={one.trackingUrl} />
            <Button>Mark as shipped</Button>
          </Form>
        </Card>
      )}
      {isOpen(one) && (
        <Card>
          <Buttons>
            {one.status === 'pending' && !one.offered && (
              <Form action="approve" inline seen={one.version}>
                <Button>Approve sample</Button>
              </Form>
            )}
            <Reject
              one={one}
              label={one.offered && one.status === 'pending' ? 'Withdraw offer' : 'Reject sample'}
            />
          </Buttons>
        </Card>
      )}
      {one.status === 'shipped' && (
        <Card>
          <Form action="deliver" seen={one.version}>
            <Button>Mark as delivered</Button>
          </Form>
        </Card>
      )}
    </>
  );
}

function CreatorForms({ one }: { one: Sample }) {
  if (!isOpen(one)) return null;
  const accepts = one.offered && one.status === 'pending';
  return (
    <Card title="Address">
      <p>The brand sees it once the sample is approved. It is erased 30 days after delivery.</p>
      <Form action="address" seen={one.version}>
        <AddressFields address={one.address} />
        <Button>{accepts ? 'Accept sample' : 'Save address'}</Button>
      </Form>
      <Reject one={one} label={accepts ? 'Decline sample' : 'Withdraw request'} />
    </Card>
  );
}
