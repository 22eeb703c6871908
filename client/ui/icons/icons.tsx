import { icon } from './icon.tsx'

export const CrossIcon = icon(<path d="m7 7 10 10M17 7 7 17" />)
export const LinesIcon = icon(<path d="M4 8h16M4 16h16" />)
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4" />
  </>,
)
export const MoonIcon = icon(<path d="M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7Z" />)
export const HalfIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 4a8 8 0 0 1 0 16Z" fill="currentColor" />
  </>,
)
