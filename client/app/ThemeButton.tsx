import { type Theme, THEMES, useTheme } from '#client/lib/theme.ts'
import { HalfIcon, MoonIcon, SunIcon } from '#client/ui/icons.tsx'

import styles from './PublicShell.module.css'

export const THEME_NAMES: Record<Theme, { label: string; icon: React.ReactNode }> = {
  system: { label: 'System', icon: <HalfIcon /> },
  light: { label: 'Light', icon: <SunIcon /> },
  dark: { label: 'Dark', icon: <MoonIcon /> },
}

/** Steps through the three: one small button where a menu would be too much. */
export function ThemeButton() {
  const [theme, setTheme] = useTheme()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const { label, icon } = THEME_NAMES[theme]
  const name = `Theme: ${label.toLowerCase()}`
  return (
    <button
      type="button"
      className={styles.iconButton}
      aria-label={`${name}. Switch to ${THEME_NAMES[next].label.toLowerCase()}`}
      title={name}
      onClick={() => setTheme(next)}
    >
      {icon}
    </button>
  )
}
