// If FILES_URL names a host for files, uploaded bytes share no origin with the API and the pages. This file
// imports nothing, because the API calls it for every request.

interface Addresses {
  PUBLIC_URL: string;
  FILES_URL?: string;
}

/** Whether a request came to the host that serves only files. */
export function isFilesHost(url: string, { PUBLIC_URL, FILES_URL }: Addresses): boolean {
  if (!FILES_URL) return false;
  const { host } = new URL(FILES_URL);
  return host !== new URL(PUBLIC_URL).host && host === new URL(url).host;
}

/** The answer of a host that serves no files to a link of one: where the file is. Null on the host that does. */
export function elsewhere(url: URL, { PUBLIC_URL, FILES_URL }: Required<Addresses>): Response | null {
  if (FILES_URL === PUBLIC_URL || isFilesHost(url.href, { PUBLIC_URL, FILES_URL })) return null;
  return new Response(null, { status: 307, headers: { Location: FILES_URL + url.pathname + url.search } });
}
