// What a person sees when there is no page, when it is not for them, and when something broke.

import type { AppError } from './../kit/error.ts';
import { ButtonLink } from './components/button.tsx';
import { readCookie } from './cookies.ts';
import type { Shown, Visit } from './visit.ts';

interface Problem {
  title: string;
  text: string;
}

const BY_STATUS: Record<number, Problem> = {
  404: {
    title: 'There is nothing here',
    text: 'The address may be wrong, or what was here belongs to somebody else or is gone.',
  },
  500: {
    title: 'Something went wrong on our side',
    text: 'Nothing you did caused this. Try again in a moment. If it stays, tell us the number below.',
  },
};

/** What an address asks for that a list does not have, such as a filter that somebody typed. */
const ODD_ADDRESS: Problem = {
  title: 'This address asks for something odd',
  text: 'A part of it behind the question mark is not known here. Go back to the list and choose again.',
};

export function problemPage(at: Visit, error: AppError): Shown {
  const odd = at.request.method === 'GET' && (error.status === 400 || error.status === 422);
  const { title, text } = odd
    ? ODD_ADDRESS
    : (BY_STATUS[error.status] ?? { title: titleOf(error.status), text: error.message });
  const home = homeOf(at);
  return {
    title,
    status: error.status,
    body: (
      <div class="problem">
        <p class="problem-status">{error.status}</p>
        <h1>{title}</h1>
        <p>{text}</p>
        <p class="problem-actions">
          <ButtonLink href={home.href}>{home.label}</ButtonLink>
        </p>
        {error.status >= 500 && (
          <p class="quiet">
            Number: <code>{at.requestId}</code>
          </p>
        )}
      </div>
    ),
  };
}

function titleOf(status: number): string {
  if (status === 403) return 'This is not open to you';
  if (status === 405) return 'This page does not take that';
  if (status === 429) return 'Too many requests';
  if (status === 503) return 'This is not available just now';
  return 'That did not work';
}

/** Nobody is looked up for an error: whoever holds a session is led to where it is asked about. */
function homeOf({ request }: Visit): { href: string; label: string } {
  if (readCookie(request, 'session') === null) return { href: '/', label: 'Go to the start' };
  return { href: '/app', label: 'Go to your places' };
}
