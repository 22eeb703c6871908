import * as m from '#shared/app/messages.ts'
import { THEME_NAMES } from '#client/app/account/theme-names.tsx'
import { THEMES, useTheme } from '#client/lib/theme.ts'

import styles from './PublicShell.module.css'

/** Before the app starts, `boot.ts` answers its clicks. The build does not know the theme. */
const isPrerendered = typeof document === 'undefined'

/** Steps through the three themes: one small button where a menu would be too much. */
export function ThemeButton() {
  const [theme, setTheme] = useTheme()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const { icon } = THEME_NAMES[theme]
  return (
    <button
      type="button"
      className={styles.iconButton}
      {...(isPrerendered
        ? { id: 'theme', 'aria-label': m.theme() }
        : { 'aria-label': m.themeSwitch({ theme, next }), title: m.themeIs({ theme }) })}
      onClick={() => setTheme(next)}
    >
      {icon}
    </button>
  )
}
