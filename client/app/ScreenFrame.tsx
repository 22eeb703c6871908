import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router-dom'

import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { PageCrash } from './crash/PageCrash.tsx'

/** Around each screen, inside its route: contains its crashes, and shows a spinner until its first data have loaded. */
export function ScreenFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <PageCrash>
      {/* Keyed: otherwise the boundary would keep showing the previous screen. */}
      <Suspense key={pathname} fallback={<ScreenSpinner />}>
        {children}
      </Suspense>
    </PageCrash>
  )
}

/** Where the shell shows the screen: a spinner while its code loads. */
export function ScreenOutlet() {
  const loading = useNavigation().state === 'loading'
  return loading ? <ScreenSpinner /> : <Outlet />
}
