import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'

import { ScreenSpinner } from '#client/ui/Spinner.tsx'

import { PageCrash } from './crash/PageCrash.tsx'

/** Around each screen, inside its route: a crash stays in here, and a spinner shows until its first data are there. */
export function ScreenFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <PageCrash>
      {/* Keyed: a boundary that has shown something would go on showing it, and that is the screen before. */}
      <Suspense key={pathname} fallback={<ScreenSpinner />}>
        {children}
      </Suspense>
    </PageCrash>
  )
}
