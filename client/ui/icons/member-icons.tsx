import { icon } from './icon.tsx'

/** Separate from `icons.tsx`, so that only the member area downloads them. */
export const HallIcon = icon(<path d="M4 20V11a8 8 0 0 1 16 0v9M2.5 20h19M9 20v-6a3 3 0 0 1 6 0v6" />)
export const CalendarIcon = icon(
  <path d="M5.5 5.5h13A1.5 1.5 0 0 1 20 7v11.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5V7a1.5 1.5 0 0 1 1.5-1.5ZM4 10h16M8.5 3.5v4M15.5 3.5v4" />,
)
export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2.1.9 3.5 2.8 3.5 5.4" />
  </>,
)
export const SproutIcon = icon(
  <path d="M12 20.5V11M12 13.5c0-3.9-2.8-6.5-7.5-6.5 0 4.4 2.9 6.8 7.5 6.5ZM12 11c0-4 2.7-6.8 7.5-7 0 4.6-2.8 7.2-7.5 7ZM7.5 20.5h9" />,
)
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c0-4 3.3-6.5 7.5-6.5s7.5 2.5 7.5 6.5" />
  </>,
)
export const BellIcon = icon(
  <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5M4 16.5h16M10 19.5a2.2 2.2 0 0 0 4 0M12 5V3.5" />,
)
export const ShieldIcon = icon(
  <path d="M12 3.5 19 6v5.5c0 4.3-2.8 7.4-7 9-4.2-1.6-7-4.7-7-9V6l7-2.5ZM9 11.8l2.2 2.2 3.8-4" />,
)
export const SettingsIcon = icon(
  <>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.5" />
    <circle cx="8" cy="17" r="2.5" />
  </>,
)
export const HelpIcon = icon(
  <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.5 9.7a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 16.6v.1" />,
)
export const LeaveIcon = icon(
  <path d="M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5" />,
  true,
)
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="5" cy="12" r="1.8" />
    <circle cx="12" cy="12" r="1.8" />
    <circle cx="19" cy="12" r="1.8" />
  </g>,
)
export const SearchIcon = icon(
  <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.2 15.2 20.5 20.5" />,
)
