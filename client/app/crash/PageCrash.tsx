import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import { Button } from '#client/ui/Button.tsx'
import { type Crash, CrashBoundary } from '#client/ui/crash/CrashBoundary.tsx'
import { OfflineError } from '#client/lib/request-errors.ts'
import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'
import { useRetry } from '#client/ui/crash/use-retry.ts'
import { CRASH } from '#shared/constants.ts'

import { GoToHome } from './error-actions.tsx'
import { routeErrorOf } from './route-error.ts'

/** The screen could not be loaded, which is no crash. */
const hasRouteErrorScreen = (error: unknown) =>
  routeErrorOf(error) !== undefined || error instanceof OfflineError

/** Around one screen, inside its route: the shell stays, and each navigation starts over. */
export function PageCrash({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return (
    <CrashBoundary level="page" resetKey={key} passesOn={hasRouteErrorScreen} Screen={PageCrashScreen}>
      {children}
    </CrashBoundary>
  )
}

function PageCrashScreen({ crash }: { crash: Crash }) {
  const { retry, busy } = useRetry(crash)
  return (
    <ErrorPanel
      title="This page encountered an error"
      actions={
        <>
          <Button busy={busy} onClick={retry}>
            Try Again
          </Button>
          <GoToHome>Go Home</GoToHome>
        </>
      }
      entry={crash.entry}
    >
      <p>
        {crash.count > CRASH.pagePersistentAfter
          ? 'This page is having persistent issues. Please try refreshing or contact support.'
          : 'Something went wrong while loading this page.'}
      </p>
    </ErrorPanel>
  )
}
