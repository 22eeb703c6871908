import { Suspense } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router-dom'

import { ScreenSpinner } from '#client/ui/Spinner.tsx'

/** The place of the screen in its shell: a spinner while its code or its first data load. */
export function ScreenOutlet() {
  const { pathname } = useLocation()
  const loading = useNavigation().state === 'loading'
  if (loading) return <ScreenSpinner />
  return (
    // Keyed, because React keeps showing what a known boundary showed last, and that is the screen before.
    <Suspense key={pathname} fallback={<ScreenSpinner />}>
      <Outlet />
    </Suspense>
  )
}
