import type { ReactNode } from 'react'

import { Button } from '#client/ui/Button.tsx'
import { type Crash, CrashBoundary } from '#client/ui/crash/CrashBoundary.tsx'
import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'

import { homePath } from './home-path.ts'
import { APP_CRASH } from './texts.ts'

/** Around everything. Its screen depends on nothing that may have crashed: no router, no data, no session. */
export const AppCrash = ({ children }: { children: ReactNode }) => (
  <CrashBoundary level="app" Screen={AppCrashScreen}>
    {children}
  </CrashBoundary>
)

const AppCrashScreen = ({ crash }: { crash: Crash }) => (
  <main>
    <ErrorPanel
      title={APP_CRASH.title}
      actions={
        <>
          <Button onClick={() => location.reload()}>{APP_CRASH.reload}</Button>
          <Button variant="secondary" onClick={() => location.assign(homePath())}>
            {APP_CRASH.home}
          </Button>
        </>
      }
      entry={crash.entry}
    >
      <p>{APP_CRASH.text}</p>
    </ErrorPanel>
  </main>
)
