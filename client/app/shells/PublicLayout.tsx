import { readSettings } from '#client/lib/settings.ts'

import { PublicShell } from './PublicShell.tsx'
import { ScreenOutlet } from '#client/app/screens/as-screen.tsx'

export function PublicLayout() {
  const { PRODUCT_NAME, PRODUCT_SLUG, COMMUNITY } = readSettings()
  return (
    <PublicShell product={{ name: PRODUCT_NAME, slug: PRODUCT_SLUG }} links={COMMUNITY?.links ?? []}>
      <ScreenOutlet />
    </PublicShell>
  )
}
