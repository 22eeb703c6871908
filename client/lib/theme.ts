import { useSyncExternalStore } from 'react'

import { deviceStorage } from './storage/storage.ts'

/** `system` follows the device. boot.ts applies the stored choice before the first paint, by the same key. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'theme'
const listeners = new Set<() => void>()

const themeOf = (value: string | null | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system'

const read = () => themeOf(document.documentElement.dataset['theme'])

function apply(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

function setTheme(theme: Theme) {
  apply(theme)
  // While storage is full or off, the choice lasts as long as the page.
  if (theme === 'system') deviceStorage.remove(KEY)
  else deviceStorage.write(KEY, theme)
}

function onStorage({ key, newValue }: StorageEvent) {
  if (key === KEY) apply(themeOf(newValue))
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

export const useTheme = (): [Theme, (theme: Theme) => void] => [
  useSyncExternalStore(subscribe, read, () => 'system'),
  setTheme,
]
