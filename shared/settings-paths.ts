import { paths } from './paths.ts'

export type SettingsSection =
  | 'sign-in'
  | 'devices'
  | 'notifications'
  | 'availability'
  | 'appearance'
  | 'blocked'
  | 'data'

/** Not among `paths`, which every page downloads. */
export const settingsPath = (section: SettingsSection = 'sign-in') =>
  `${paths.ownProfile}?settings=${section}`
