// Shared parts of the pages about apps.
import type { App } from '../../../domains/accounts/apps/app.ts';
import type { AppWithSecret } from '../../../domains/accounts/apps/create-app.ts';
import { MOST_REDIRECT_URIS } from '../../../domains/accounts/apps/redirect-uri.ts';
import { AppError, type FieldIssue } from '../../../kit/error.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Choices } from '../../components/choices.tsx';
import { Code, SecretOnce } from '../../components/code.tsx';
import { TextArea, TextField } from '../../components/fields.tsx';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit, Shown } from '../../visit.ts';

export const ACCESS = { read: 'Read', write: 'Read and write' } as const;

export function AppFields({ app }: { app: App | null }) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        required
        maxlength={200}
        value={app?.name ?? null}
        hint="People see it when your app asks them for access."
      />
      <TextArea
        name="redirectUris"
        label="Callback URLs"
        required
        value={app?.redirectUris.join('\n') ?? null}
        hint={`One on each line, at most ${MOST_REDIRECT_URIS}. Each begins with https:// and is compared letter by letter.`}
      />
      <Choices
        name="access"
        label="Access"
        hint="The most access that the app can ask for."
        required
        chosen={[app?.access ?? 'read']}
        options={[
          { value: 'read', label: ACCESS.read },
          { value: 'write', label: ACCESS.write },
        ]}
      />
    </>
  );
}

/** The values of the fields. Empty lines among the callbacks are ignored. */
export function appInput(form: FormInput) {
  return {
    name: form.text('name'),
    redirectUris: callbacksOf(form),
    access: form.text('access'),
  };
}

function callbacksOf(form: FormInput): string[] {
  return form
    .raw('redirectUris')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** An error of one callback is shown at the field that holds them all, with the callback. */
export async function atCallbacks<T>(form: FormInput, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || !Array.isArray(error.details)) throw error;
    const lines = callbacksOf(form);
    const details = (error.details as FieldIssue[]).map((issue) => {
      const line = /^\/redirectUris\/(\d+)$/.exec(issue.path)?.[1];
      if (line === undefined) return issue;
      return {
        ...issue,
        path: '/redirectUris',
        message: `${lines[Number(line)]?.slice(0, 80)}: ${issue.message}`,
      };
    });
    throw new AppError(error.code, error.message, { details, headers: error.headers });
  }
}

/** An app with its secret, which is shown only this once. */
export function shownSecret(at: PlaceVisit, app: AppWithSecret, title: string): Shown {
  return {
    title,
    body: (
      <>
        <PageHead title={title} back={{ href: at.to(`/apps/${app.id}`), label: app.name }} />
        <Card>
          <SecretOnce name="client secret" secret={app.secret}>
            Your app authenticates with it. Keep it on your servers, never in a web page or a mobile app.
          </SecretOnce>
          <Facts facts={[['Client ID', <Code>{app.clientId}</Code>]]} />
          <ButtonLink href={at.to(`/apps/${app.id}`)}>Done</ButtonLink>
        </Card>
      </>
    ),
  };
}
