/** The service's mark, as in favicon.svg. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M9 21.5c0-6 3.2-10.5 7-10.5s7 4.5 7 10.5" />
      <circle cx="16" cy="20" r="2.6" />
    </svg>
  );
}
