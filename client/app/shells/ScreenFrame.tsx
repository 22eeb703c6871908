import { type ReactNode, Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router-dom'

import { firstContentShown } from '#client/lib/first-content.ts'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { PageCrash } from '#client/app/crash/PageCrash.tsx'

/** Wraps each screen inside its route: contains its crashes, and shows a spinner until its first data have loaded. */
export function ScreenFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <PageCrash>
      {/* Keyed, because the boundary would otherwise keep showing the previous screen. */}
      <Suspense key={pathname} fallback={<ScreenSpinner />}>
        {children}
        <Shown />
      </Suspense>
    </PageCrash>
  )
}

/** Commits together with the screen's content. */
function Shown() {
  useEffect(firstContentShown, [])
  return null
}

/** The place of the screen in the shell: a spinner while its code loads. */
export function ScreenOutlet() {
  const loading = useNavigation().state === 'loading'
  return loading ? <ScreenSpinner /> : <Outlet />
}
