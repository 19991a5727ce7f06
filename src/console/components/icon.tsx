// The icons: strokes on a 24-unit grid, in the color of the text beside them.

const PATHS = {
  alert:
    'M12 8v5m0 3.5v.01M10.3 3.9 2.6 17.2A2 2 0 0 0 4.3 20h15.4a2 2 0 0 0 1.7-2.8L13.7 3.9a2 2 0 0 0-3.4 0Z',
  apps: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.5 13v7M13 16.5h7',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  back: 'M19 12H5m6 6-6-6 6-6',
  bell: 'M6 16V11a6 6 0 1 1 12 0v5l1.5 2h-15zM10 21h4',
  card: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM3 10h18M7 15h3',
  chart: 'M4 20h16M7 16v-5m5 5V6m5 10v-8',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  checklist: 'm4 6.5 1.5 1.5L8 5m3 1.5h9M4 12.5 5.5 14 8 11m3 1.5h9M4 18.5 5.5 20 8 17m3 1.5h9',
  chevron: 'm7 10 5 5 5-5',
  clock: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  close: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  home: 'm4 11 8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  inbox: 'M4 13h4l2 3h4l2-3h4M4 13l3-8h10l3 8v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z',
  info: 'M12 11v5m0-8.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  key: 'M14.5 9.5a4.5 4.5 0 1 1-4.3-4.5 4.5 4.5 0 0 1 4.3 4.5ZM13.2 12.7 20 19.5m-3-3 2-2',
  list: 'M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  log: 'M7 3h7l4 4v14H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm7 0v4h4M9.5 12h5m-5 4h5',
  megaphone: 'M4 10v4h3l9 5V5l-9 5zM7 14l1.5 6M19.5 9.5a4 4 0 0 1 0 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  message: 'M4 5h16v11H10l-5 4v-4H4zM8 9h8m-8 3h5',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.3 2.7-6 6-6s6 2.7 6 6m1-9.3a3.5 3.5 0 0 0 0-6.4M18 14.5c1.9.9 3 2.8 3 5.5',
  play: 'M4 5h16v14H4zM10 9.5v5l4.5-2.5z',
  plus: 'M12 5v14m-7-7h14',
  product: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  program: 'M5 4h14v16l-3-2-2 2-2-2-2 2-2-2-3 2zM9 9h6m-6 4h6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20 20',
  settings:
    'M4 7h10m4 0h2M4 17h2m4 0h10M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  signout: 'M14 4h5v16h-5M10 8l-4 4 4 4m-4-4h9',
  swap: 'M7 4 3 8l4 4M3 8h13m1 4 4 4-4 4m4-4H8',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8c0-3.9 3.1-7 7-7s7 3.1 7 7',
  webhook: 'M12 8a3 3 0 1 0-2.6-1.5L6.5 14M6 17a3 3 0 1 1-.5-3m6 .5h6a3 3 0 1 1-2.6 4.5M14.6 6.5 18 12.6',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon is always beside text that says the same, so screen readers skip it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: 16 | 20 | 24 }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
