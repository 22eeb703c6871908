import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'

import { logError } from '#client/lib/error-log/error-log.ts'
import { isStaleChunk } from '#client/lib/error-log/noise.ts'
import { useForgottenFailures } from '#client/lib/failed-queries.ts'
import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

import { GoBack, GoToHome, GoToLogin, Reload } from './crash/error-actions.tsx'
import { type RouteError, routeErrorOf } from './crash/route-error.ts'
import { useReloadOnReturn } from './crash/use-reload-on-return.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'

/** Takes a screen's place when it could not be loaded, or was refused. */
export function RouteErrorScreen() {
  const error = useRouteError()
  useForgottenFailures()
  useEffect(() => logError(error, { type: 'route error' }), [error])
  useReloadOnReturn(error)

  const fault = routeErrorOf(error)
  if (!fault) return <Unexpected error={error} />
  switch (fault.status) {
    case 401:
      return <SignInNeeded />
    case 403:
      return <Denied />
    case 404:
      return <NotFoundScreen />
    default:
      return <OtherStatus fault={fault} />
  }
}

/** Where no shell is around it. */
export const BareRouteErrorScreen = () => (
  <main>
    <RouteErrorScreen />
  </main>
)

const SignInNeeded = () => (
  <>
    <ScreenTitle>Authentication required</ScreenTitle>
    <ErrorPanel
      title="Authentication Required"
      actions={
        <>
          <GoToLogin />
          <GoToHome />
        </>
      }
    >
      <p>You need to be logged in to access this page.</p>
    </ErrorPanel>
  </>
)

const Denied = () => (
  <>
    <ScreenTitle>Access denied</ScreenTitle>
    <ErrorPanel
      title="Access Denied"
      actions={
        <>
          <GoBack />
          <GoToHome />
        </>
      }
    >
      <p>You don't have permission to access this page.</p>
    </ErrorPanel>
  </>
)

const OtherStatus = ({ fault: { status, statusText, data } }: { fault: RouteError }) => (
  <>
    <ScreenTitle>{`Error ${status}`}</ScreenTitle>
    <ErrorPanel
      title={statusText ? `${status} - ${statusText}` : String(status)}
      details={data}
      actions={
        <>
          <Reload>Reload Page</Reload>
          <GoToHome />
        </>
      }
    >
      <p>An error occurred while loading this page.</p>
    </ErrorPanel>
  </>
)

const Unexpected = ({ error }: { error: unknown }) => (
  <>
    <ScreenTitle>Something went wrong</ScreenTitle>
    <ErrorPanel
      title="Something went wrong"
      actions={
        <>
          <Reload>Try Again</Reload>
          <GoToHome />
        </>
      }
    >
      <p>{messageOf(error) || 'An unexpected error occurred'}</p>
      {isStaleChunk(error) && (
        <p>The connection broke off, or there is a newer version of this page. Trying again loads it.</p>
      )}
    </ErrorPanel>
  </>
)

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : typeof error === 'string' && error
