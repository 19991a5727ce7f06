// The pages for errors: not found, no access, and failures.

import type { AppError } from './../kit/error.ts';
import { ButtonLink } from './components/button.tsx';
import { readCookie } from './cookies.ts';
import { isEmbedWindow } from './embed-window.ts';
import type { Shown, Visit } from './visit.ts';

interface Problem {
  title: string;
  text: string;
}

const BY_STATUS: Record<number, Problem> = {
  404: {
    title: 'Page not found',
    text: 'Check the address. The record may have been deleted, or you may not have access to it.',
  },
  500: {
    title: 'Something went wrong',
    text: 'This is a problem on our side. Try again in a moment. If it continues, contact support with the request ID below.',
  },
};

/** For a form whose page cannot be shown again. Going back shows it as it was typed, with the key that it had. */
const OUTCOME_UNKNOWN: Problem = {
  title: 'Something went wrong',
  text: 'We do not know whether this took effect. Go back and look at the record. If nothing changed, submit the form again: it takes effect only once. If it continues, contact support with the request ID below.',
};

/** For a query that the list does not support, such as a filter typed into the URL. */
const ODD_ADDRESS: Problem = {
  title: 'Invalid filter',
  text: 'This address has a filter that does not exist. Go back to the list and choose again.',
};

export function problemPage(at: Visit, error: AppError): Shown {
  const { title, text } = problemOf(at, error);
  const home = homeOf(at);
  return {
    title,
    status: error.status,
    body: (
      <div class="problem">
        <p class="problem-status">{error.status}</p>
        <h1>{title}</h1>
        <p>{text}</p>
        {!isEmbedWindow(at.url.pathname) && (
          <p class="problem-actions">
            <ButtonLink href={home.href}>{home.label}</ButtonLink>
          </p>
        )}
        {error.status >= 500 && (
          <p class="quiet">
            Request ID: <code>{at.requestId}</code>
          </p>
        )}
      </div>
    ),
  };
}

function problemOf({ request: { method } }: Visit, { status, message }: AppError): Problem {
  if (method === 'GET' && (status === 400 || status === 422)) return ODD_ADDRESS;
  if (method === 'POST' && status === 500) return OUTCOME_UNKNOWN;
  return BY_STATUS[status] ?? { title: titleOf(status), text: message };
}

function titleOf(status: number): string {
  if (status === 403) return "You don't have access";
  if (status === 405) return 'This page does not accept that request';
  if (status === 429) return 'Too many requests';
  if (status === 503) return 'Not available right now';
  return 'The request failed';
}

/** An error page looks up no session: the link leads to a page that checks it. */
function homeOf({ request }: Visit): { href: string; label: string } {
  if (readCookie(request, 'session') === null) return { href: '/', label: 'Go to the home page' };
  return { href: '/app', label: 'Go to your workspaces' };
}
