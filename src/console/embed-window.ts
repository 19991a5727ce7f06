// The window that a frame on a customer's page opens. It hands what a person allowed to the frame alone, so none of its
// pages may cut it off from its opener, as the console's pages do.
import { AppError } from '../kit/error.ts';
import { type WindowLanguage, windowTexts } from './pages/embeds/window-texts.ts';

const UNDER = '/embed/window/';

/** Whether a path is one of the window's pages. */
export const isEmbedWindow = (pathname: string): boolean => pathname.startsWith(UNDER);

/** The address of a page of the window, in the window's language. */
export function inWindow(session: string, language: WindowLanguage, page = '', more = ''): string {
  return `${UNDER}${session}${page}?lang=${language}${more && `&${more}`}`;
}

/** The language of a window's pages: that of its frame, else the browser's. English everywhere else. */
export function languageOf({ url, headers }: Request): WindowLanguage {
  const { pathname, searchParams } = new URL(url);
  if (!isEmbedWindow(pathname)) return 'en';
  const wanted = [searchParams.get('lang'), ...(headers.get('accept-language') ?? '').split(',')];
  const known = wanted
    .map((one) => one?.trim().slice(0, 2).toLowerCase())
    .find((one) => one === 'de' || one === 'en');
  return known === 'de' ? 'de' : 'en';
}

/** The same refusal in the window's language: what is told to people stands in our tables alone. */
export function refusalIn(language: WindowLanguage, error: unknown): unknown {
  if (language === 'en' || !(error instanceof AppError)) return error;
  const text = windowTexts(language);
  const issues = Array.isArray(error.details) ? (error.details as { path: string; code: string }[]) : null;
  const byCode = (code: string) =>
    code === 'wrong' ? text.wrongPassword : code === 'too_small' ? text.tooShort : text.notValid;
  const details = issues?.map((one) => ({ ...one, message: byCode(one.code) }));
  const message = error.status === 429 ? text.tooMany : error.status === 409 ? text.changed : text.failed;
  return new AppError(error.code, message, { details: details ?? error.details, headers: error.headers });
}
