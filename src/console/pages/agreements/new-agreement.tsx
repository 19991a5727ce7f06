// A new agreement, and the next version of one.
import { AppError } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { count } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { DOCUMENT_BYTES, DOCUMENT_FIELDS, DocumentFields, documentIn, wordsIn } from './agreement-fields.tsx';
import { WRITES_NONE } from './agreement-words.ts';
import { requireAccount } from './agreements.tsx';

function requireWriter(at: PlaceVisit): void {
  requireAccount(at);
  const why = whyNot(WRITES_NONE)(at);
  if (why !== null) throw new AppError('permission_denied', why);
}

export const newAgreementPage = placePage({
  path: '/agreements/new',
  fileBytes: DOCUMENT_BYTES,
  show: async (at) => {
    requireWriter(at);
    return {
      title: 'Create agreement',
      body: (
        <>
          <PageHead title="Create agreement" back={{ href: at.to('/agreements'), label: 'Agreements' }}>
            Creators to whom it applies must accept it before they submit videos.
          </PageHead>
          <Card>
            <Form action="create" files draft has={DOCUMENT_FIELDS}>
              <DocumentFields of={null} />
              <Button>Create agreement</Button>
            </Form>
          </Card>
        </>
      ),
    };
  },
  actions: {
    create: async (at, form) => {
      const file = await documentIn(at, form);
      const { id } = await at.run('POST /v1/agreements', { body: { file, ...wordsIn(form) } });
      return at.go(at.to(`/agreements/${id}`), 'Agreement created.');
    },
  },
});

const paramsOf = ({ params }: PlaceVisit) => ({ id: params.agreement ?? '' });
const here = (at: PlaceVisit) => at.to(`/agreements/${paramsOf(at).id}`);

export const newVersionPage = placePage({
  path: '/agreements/:agreement/new-version',
  fileBytes: DOCUMENT_BYTES,
  show: async (at) => {
    requireWriter(at);
    const one = await at.run('GET /v1/agreements/:id', { params: paramsOf(at) });
    const title = `New version of ${one.title}`;
    return {
      title,
      body: (
        <>
          <PageHead title={title} back={{ href: here(at), label: one.title }} />
          {one.status === 'archived' ? (
            <Notice>An archived agreement gets no new version.</Notice>
          ) : (
            <>
              <Notice tone="warning">
                Creators are asked again and must accept this version before they submit new videos.{' '}
                {one.acceptedCount > 0 && `Accepted now: ${count(one.acceptedCount)}. `}
                Earlier acceptances stay on record.
              </Notice>
              <Card>
                <Form action="publish" files seen={one.version} has={DOCUMENT_FIELDS}>
                  <DocumentFields of={one} />
                  <Button>Publish version</Button>
                </Form>
              </Card>
            </>
          )}
        </>
      ),
    };
  },
  actions: {
    publish: async (at, form) => {
      // Refused before anything is stored.
      checkVersion(await at.run('GET /v1/agreements/:id', { params: paramsOf(at) }), form.version);
      const file = await documentIn(at, form);
      const { version } = await at.run('POST /v1/agreements/:id/versions', {
        params: paramsOf(at),
        body: { file, ...wordsIn(form), version: form.version },
      });
      return at.go(here(at), `Version ${version} published.`);
    },
  },
});
