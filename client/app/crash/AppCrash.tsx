import type { ReactNode } from 'react'

import { rememberedUser } from '#client/lib/error-log/user.ts'
import { Button } from '#client/ui/Button.tsx'
import { CrashBoundary } from '#client/ui/crash/CrashBoundary.tsx'
import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'
import { paths } from '#shared/paths.ts'

import { APP_CRASH } from './texts.ts'

/** Around everything. Its screen depends on nothing that may have crashed: no router, no data, no session. */
export const AppCrash = ({ children }: { children: ReactNode }) => (
  <CrashBoundary level="app" Screen={AppCrashScreen}>
    {children}
  </CrashBoundary>
)

const AppCrashScreen = () => (
  <main>
    <ErrorPanel
      title={APP_CRASH.title}
      actions={
        <>
          <Button onClick={() => location.reload()}>{APP_CRASH.reload}</Button>
          <Button variant="secondary" onClick={() => location.assign(homePath())}>
            Go to Home
          </Button>
        </>
      }
    >
      <p>{APP_CRASH.text}</p>
    </ErrorPanel>
  </main>
)

/** The stored email exists from sign-in to sign-out, and can be read without the app. */
const homePath = () => (rememberedUser() ? paths.dashboard : paths.login)
