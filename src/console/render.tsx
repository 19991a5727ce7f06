// Renders a page as HTML: its body in the frame of its place.
import { isEmbedWindow } from './embed-window.ts';
import { Document } from './layouts/document.tsx';
import { PlaceFrame } from './layouts/place-frame.tsx';
import { Sheet, Wide, WindowSheet } from './layouts/signed-out.tsx';
import { StaffFrame } from './layouts/staff-frame.tsx';
import { securityHeaders } from './security-headers.ts';
import type { PlaceVisit, Shown, StaffVisit, Visit } from './visit.ts';
import { VisitContext } from './visit-context.ts';

export async function renderPage(at: Visit, shown: Shown): Promise<Response> {
  const unread = isAtPlace(at) && !shown.part ? await at.unread() : null;
  const html = (
    <VisitContext.Provider value={at}>
      {shown.part ? shown.body : <Document shown={shown}>{frameOf(at, shown, unread)}</Document>}
    </VisitContext.Provider>
  );
  const text = await html.toString();
  return new Response(shown.part ? text : `<!doctype html>${text}`, {
    status: shown.status ?? 200,
    headers: securityHeaders(at.vars, {
      ...shown,
      choosesVideo: shown.islands?.includes('video-upload') ?? false,
      keepsOpener: isEmbedWindow(at.url.pathname),
    }),
  });
}

function frameOf(at: Visit, shown: Shown, unread: number | null) {
  if (isEmbedWindow(at.url.pathname)) return <WindowSheet>{shown.body}</WindowSheet>;
  if (isAtPlace(at))
    return (
      <PlaceFrame at={at} unread={unread} keys={shown.keys ?? []}>
        {shown.body}
      </PlaceFrame>
    );
  if (isOfStaff(at) && shown.layout === undefined) return <StaffFrame at={at}>{shown.body}</StaffFrame>;
  return shown.layout === 'wide' ? <Wide>{shown.body}</Wide> : <Sheet>{shown.body}</Sheet>;
}

function isAtPlace(at: Visit): at is PlaceVisit {
  return 'place' in at;
}

function isOfStaff(at: Visit): at is StaffVisit {
  return 'staff' in at;
}
