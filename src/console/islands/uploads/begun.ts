// What a browser keeps of an upload that was begun in it.

/** So much of a file is compared, besides its name, size and date. */
const COMPARED_BYTES = 64 * 1024;

/** An upload that was begun in this browser. Its key begins as a draft's does, and so does its end (drafts.ts). */
export interface Begun {
  at: number;
  id: string;
  name: string;
  /** Tells the same file from another one. */
  print: string;
  /** The cover picture that was taken from it, for a page that is loaded again once the video is ready. */
  cover?: string;
}

export async function printOf(file: File): Promise<string> {
  const facts = new TextEncoder().encode(`${file.name}\n${file.size}\n${file.lastModified}\n`);
  const start = await file.slice(0, COMPARED_BYTES).arrayBuffer();
  const digest = await crypto.subtle.digest('SHA-256', await new Blob([facts, start]).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function readBegun(key: string): Begun | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Begun | null;
  } catch {
    return null;
  }
}

/** Keeps it without the picture where there is no room for both. */
export function keepBegun(key: string, begun: Begun): void {
  const { cover: _, ...bare } = begun;
  if (!store(key, begun)) store(key, bare);
}

/** @returns whether it is kept: without storage the upload cannot go on after a reload, and works all the same. */
function store(key: string, begun: Begun): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(begun));
    return true;
  } catch {
    return false;
  }
}
