import { useAuth } from '#client/lib/auth.tsx'
import { readSettings } from '#client/lib/settings.ts'

import { PublicShell } from './PublicShell.tsx'
import { ScreenOutlet } from './ScreenFrame.tsx'

export function PublicLayout() {
  const { PRODUCT_NAME, PRODUCT_SLUG } = readSettings()
  const { state } = useAuth()
  return (
    <PublicShell product={{ name: PRODUCT_NAME, slug: PRODUCT_SLUG }} signedIn={state === 'signed-in'}>
      <ScreenOutlet />
    </PublicShell>
  )
}
