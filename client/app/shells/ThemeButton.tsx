import * as m from '#shared/app/messages.ts'
import { THEME_NAMES } from '#client/app/account/theme-names.tsx'
import { THEMES, useTheme } from '#client/lib/theme.ts'
import { useHydrated } from '#client/lib/use-hydrated.ts'

import styles from './PublicShell.module.css'

/**
 * Steps through the three themes: one small button where a menu would be too much. Until the app has started, `boot.ts`
 * answers its clicks, and its name is without the theme, which the server does not know.
 */
export function ThemeButton() {
  const [theme, setTheme] = useTheme()
  const isOwn = useHydrated()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const { icon } = THEME_NAMES[theme]
  return (
    <button
      type="button"
      className={styles.iconButton}
      id={isOwn ? undefined : 'theme'}
      aria-label={isOwn ? m.themeSwitch({ theme, next }) : m.theme()}
      title={isOwn ? m.themeIs({ theme }) : undefined}
      onClick={() => setTheme(next)}
    >
      {icon}
    </button>
  )
}
