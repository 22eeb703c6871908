import { paths } from '#shared/lib/paths.ts'

export type SettingsSection =
  | 'sign-in'
  | 'devices'
  | 'notifications'
  | 'availability'
  | 'appearance'
  | 'language'
  | 'blocked'
  | 'data'

/** Separate from `paths`, which every page downloads. */
export const settingsPath = (section: SettingsSection = 'sign-in') =>
  `${paths.ownProfile}?settings=${section}`

export const ownPrestigePath = `${paths.ownProfile}?view=prestige`
