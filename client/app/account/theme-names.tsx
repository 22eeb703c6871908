import * as m from '#shared/app/messages.ts'
import type { Theme } from '#client/lib/theme.ts'
import { HalfIcon, MoonIcon, SunIcon } from '#client/ui/icons/icons.tsx'

export const THEME_NAMES: Record<Theme, { label: () => string; icon: React.ReactNode }> = {
  system: { label: m.themeSystem, icon: <HalfIcon /> },
  light: { label: m.themeLight, icon: <SunIcon /> },
  dark: { label: m.themeDark, icon: <MoonIcon /> },
}
