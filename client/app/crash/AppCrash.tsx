import type { ReactNode } from 'react'

import * as m from '#shared/app/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { type Crash, CrashBoundary } from '#client/ui/crash/CrashBoundary.tsx'
import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'

import { homePath } from './home-path.ts'

/** Wraps the whole app. Its screen depends on nothing that may have crashed: no router, no data, no session. */
export const AppCrash = ({ children }: { children: ReactNode }) => (
  <CrashBoundary level="app" Screen={AppCrashScreen}>
    {children}
  </CrashBoundary>
)

const AppCrashScreen = ({ crash }: { crash: Crash }) => (
  <main>
    <ErrorPanel
      title={m.appCrashTitle()}
      actions={
        <>
          <Button onClick={() => location.reload()}>{m.reloadPage()}</Button>
          <Button variant="secondary" onClick={() => location.assign(homePath())}>
            {m.goToHome()}
          </Button>
        </>
      }
      entry={crash.entry}
    >
      <p>{m.appCrashText()}</p>
    </ErrorPanel>
  </main>
)
