// One agreement: what it applies to, its versions, who accepted it and who has not.
import type { Child } from 'hono/jsx';
import type { Agreement } from '../../../domains/work/agreements/agreement-record.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Card, Cards, Facts, PageHead, Stat, Tabs } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { count, Time } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import { placePage } from '../../page.ts';
import { whyNot, writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part, Unread } from '../part.tsx';
import { State } from '../places/states.tsx';
import { ApplicabilityField, applicabilityIn } from './agreement-fields.tsx';
import { readView, VIEWS, type View, viewOf } from './agreement-views.tsx';
import { appliesTo, isInAllPrograms, WRITES_NONE } from './agreement-words.ts';
import { requireAccount } from './agreements.tsx';

const paramsOf = ({ params }: PlaceVisit) => ({ id: params.agreement ?? '' });

async function change(at: PlaceVisit, form: FormInput, body: object, said: string) {
  await at.run('PATCH /v1/agreements/:id', {
    params: paramsOf(at),
    body: { ...body, version: form.version },
  });
  return at.go(at.url.pathname, said);
}

export const agreementPage = placePage({
  path: '/agreements/:agreement',
  show: async (at) => {
    requireAccount(at);
    const view = viewOf(at);
    const { id } = paramsOf(at);
    const [one, programs, listed] = await Promise.all([
      at.run('GET /v1/agreements/:id', { params: { id } }),
      part(at, at.run('GET /v1/programs', { query: { agreement: id } })),
      readView(at, id, view),
    ]);
    return {
      title: one.title,
      body: (
        <>
          <PageHead
            title={one.title}
            back={{ href: at.to('/agreements'), label: 'Agreements' }}
            action={
              one.status === 'active' && (
                <ButtonLink href={at.to(`/agreements/${id}/new-version`)} refused={whyNot(WRITES_NONE)(at)}>
                  Upload new version
                </ButtonLink>
              )
            }
          >
            {one.description}
          </PageHead>
          <Cards>
            <Stat
              label="Accepted"
              value={count(one.acceptedCount)}
              hint="the newest version"
              href={`${at.url.pathname}?view=accepted`}
            />
            <Stat
              label="Not accepted"
              value={count(one.pendingCount)}
              hint="asked to accept"
              href={at.url.pathname}
            />
          </Cards>
          <Card>
            <Facts
              facts={[
                ['Status', <State status={one.status} />],
                ['Document', <Document one={one} />],
                ['Applies to', appliesTo(one.applicability)],
                ['Programs', <Programs at={at} one={one} programs={programs} />],
                ['Created', <Time at={one.createdAt} exact />],
                ['ID', <Code>{one.id}</Code>],
              ]}
            />
          </Card>
          <Lists at={at} view={view} listed={listed} />
          <Acts at={at} one={one} />
        </>
      ),
    };
  },
  actions: {
    apply: (at, form) => change(at, form, { applicability: applicabilityIn(form) }, 'Saved.'),
    archive: (at, form) => change(at, form, { status: 'archived' }, 'Agreement archived.'),
  },
});

function Document({ one: { latestVersion } }: { one: Agreement }) {
  if (latestVersion === null) return null;
  const { version, fileName, url } = latestVersion;
  return (
    <>
      {url === null ? (
        fileName
      ) : (
        <a href={url} target="_blank" rel="noopener">
          {fileName}
        </a>
      )}
      , version {version}
    </>
  );
}

function Programs({
  at,
  one,
  programs,
}: {
  at: PlaceVisit;
  one: Agreement;
  programs: { items: readonly { id: string; name: string }[]; nextCursor: string | null } | null;
}) {
  if (isInAllPrograms(one.applicability)) return 'Every program';
  if (programs === null) return <Unread at={at} title="Programs" />;
  if (programs.items.length === 0) return <span class="quiet">None. Choose it when you edit a program.</span>;
  return (
    <>
      {programs.items.map(({ id, name }, index) => (
        <>
          {index > 0 && ', '}
          <a href={at.to(`/programs/${id}`)}>{name}</a>
        </>
      ))}
      {programs.nextCursor !== null && (
        <>
          , and <a href={at.to(`/programs?agreement=${one.id}`)}>older ones</a>
        </>
      )}
    </>
  );
}

function Lists({ at, view, listed }: { at: PlaceVisit; view: View; listed: Child | null }) {
  const path = at.url.pathname;
  return (
    <>
      <Tabs
        label="Lists of the agreement"
        tabs={Object.entries(VIEWS).map(([name, words]) => ({
          href: name === 'pending' ? path : `${path}?view=${name}`,
          label: words,
          current: name === view,
        }))}
      />
      {listed === null ? <Unread at={at} title={VIEWS[view]} /> : listed}
    </>
  );
}

function Acts({ at, one }: { at: PlaceVisit; one: Agreement }) {
  if (one.status === 'archived' || !writesAsAccount(at.place)) return null;
  return (
    <>
      <Card title="Applicability">
        <p class="quiet">Creators to whom it applies must accept it before they submit new videos.</p>
        <Form action="apply" seen={one.version} has={['applicability']}>
          <ApplicabilityField chosen={one.applicability} />
          <Button>Save changes</Button>
        </Form>
      </Card>
      <Card title="Archive">
        <Confirm
          action="archive"
          seen={one.version}
          label="Archive agreement"
          title={`Archive ${one.title}?`}
          confirm="Archive agreement"
        >
          <p>Nobody is asked to accept it, and it cannot be restored. Acceptances stay on record.</p>
        </Confirm>
      </Card>
    </>
  );
}
