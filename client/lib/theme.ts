import { useSyncExternalStore } from 'react'

/** `system` follows the device. boot.ts applies the stored choice before the first paint, by the same key. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'theme'
const listeners = new Set<() => void>()

const read = (): Theme => {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function apply(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

export function setTheme(theme: Theme) {
  apply(theme)
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage is full or forbidden: the choice then lasts as long as the page.
  }
}

function followOtherTab(event: StorageEvent) {
  if (event.key !== KEY) return
  apply(event.newValue === 'light' || event.newValue === 'dark' ? event.newValue : 'system')
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', followOtherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTab)
  }
}

export const useTheme = (): [Theme, (theme: Theme) => void] => [
  useSyncExternalStore(subscribe, read, () => 'system'),
  setTheme,
]
