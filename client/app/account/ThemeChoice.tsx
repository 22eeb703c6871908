import * as m from '#shared/app/messages.ts'
import { THEMES, useTheme } from '#client/lib/theme.ts'
import { THEME_NAMES } from './theme-names.tsx'

import styles from './ThemeChoice.module.css'

export function ThemeChoice() {
  const [theme, setTheme] = useTheme()
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{m.theme()}</legend>
      <div className={styles.options}>
        {THEMES.map((value) => (
          <label key={value} className={styles.option}>
            <input
              type="radio"
              name="theme"
              className={styles.radio}
              checked={value === theme}
              onChange={() => setTheme(value)}
            />
            {THEME_NAMES[value].icon}
            {THEME_NAMES[value].label()}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
