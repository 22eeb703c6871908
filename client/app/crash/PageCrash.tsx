import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import * as m from '#shared/app/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { type Crash, CrashBoundary } from '#client/ui/crash/CrashBoundary.tsx'
import { OfflineError } from '#client/lib/request-errors.ts'
import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'
import { useRetry } from '#client/ui/crash/use-retry.ts'
import { CRASH } from '#client/ui/crash/crash-limits.ts'

import { GoToHome } from './error-actions.tsx'
import { routeErrorOf } from './route-error.ts'

/** A screen that could not be loaded is no crash. */
const hasRouteErrorScreen = (error: unknown) =>
  routeErrorOf(error) !== undefined || error instanceof OfflineError

/** Wraps one screen inside its route: the shell stays, and each navigation starts over. */
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
      title={m.pageCrashTitle()}
      actions={
        <>
          <Button busy={busy} onClick={retry}>
            {m.tryAgainButton()}
          </Button>
          <GoToHome>{m.goHome()}</GoToHome>
        </>
      }
      entry={crash.entry}
    >
      <p>{crash.count > CRASH.pagePersistentAfter ? m.pageCrashAgain() : m.pageCrashText()}</p>
    </ErrorPanel>
  )
}
