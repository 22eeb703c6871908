import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router-dom'

import { logError } from '#client/lib/error-log/error-log.ts'
import { isStaleChunk } from '#client/lib/error-log/noise.ts'
import { useCachedData } from '#client/lib/cached-data.ts'
import { isStaleClient } from '#client/lib/request-errors.ts'
import { reachable, requestOnce } from '#client/lib/request.ts'
import { readSettings } from '#client/lib/settings.ts'
import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import type { ClientErrorEntry } from '#shared/client-errors.ts'

import { GoBack, GoToHome, GoToLogin, Reload } from './crash/error-actions.tsx'
import { type RouteError, routeErrorOf } from './crash/route-error.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'

/** With the status, by which the server tells an expected refusal from a defect. */
function logRouteError(error: unknown) {
  const status = routeErrorOf(error)?.status
  return logError(error, { type: 'route error', ...(status !== undefined && { metadata: { status } }) })
}

interface Logged {
  entry: ClientErrorEntry | undefined
}

/** Replaces a screen that could not be loaded or was refused. */
export function RouteErrorScreen() {
  const error = useRouteError()
  useCachedData()
  const isStale = isStaleClient(error)
  const [entry, setEntry] = useState<ClientErrorEntry>()
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the error log is outside React, and names the entry
    if (!isStale) setEntry(logRouteError(error))
  }, [error, isStale])
  useReloadOnReturn(error)

  if (isStale) return <OutOfDate />
  const routeError = routeErrorOf(error)
  if (!routeError) return <Unexpected error={error} entry={entry} />
  switch (routeError.status) {
    case 401:
      return <SignInNeeded entry={entry} />
    case 403:
      return <Denied entry={entry} />
    case 404:
      return <NotFoundScreen entry={entry} />
    default:
      return <OtherStatus error={routeError} entry={entry} />
  }
}

/** For errors outside every shell. */
export const BareRouteErrorScreen = () => (
  <main>
    <RouteErrorScreen />
  </main>
)

const SignInNeeded = ({ entry }: Logged) => (
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
      entry={entry}
    >
      <p>You need to be logged in to access this page.</p>
    </ErrorPanel>
  </>
)

const Denied = ({ entry }: Logged) => (
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
      entry={entry}
    >
      <p>You don't have permission to access this page.</p>
    </ErrorPanel>
  </>
)

const OutOfDate = () => (
  <>
    <ScreenTitle>Page out of date</ScreenTitle>
    <ErrorPanel
      title="This page is out of date"
      actions={
        <>
          <Reload>Reload</Reload>
          <GoToHome />
        </>
      }
    >
      <p>There is a newer version of {readSettings().PRODUCT_NAME}. Reload the page to continue.</p>
    </ErrorPanel>
  </>
)

const OtherStatus = ({ error: { status, statusText, data }, entry }: Logged & { error: RouteError }) => (
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
      entry={entry}
    >
      <p>An error occurred while loading this page.</p>
    </ErrorPanel>
  </>
)

const Unexpected = ({ error, entry }: Logged & { error: unknown }) => (
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
      entry={entry}
    >
      <p>{messageOf(error) || 'An unexpected error occurred'}</p>
      {isStaleChunk(error) && <p>There may be a newer version of this page.</p>}
    </ErrorPanel>
  </>
)

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : typeof error === 'string' && error

/** If a file of the app could not be loaded because the server was unreachable, reloads once it is reachable again. */
function useReloadOnReturn(error: unknown) {
  useEffect(() => {
    if (!isStaleChunk(error)) return undefined
    void checkServer()
    return reachable.subscribe(() => {
      if (reachable.get()) location.reload()
    })
  }, [error])
}

/** Files are not loaded through `request`, so only an API call shows whether the server is reachable. */
async function checkServer() {
  try {
    await requestOnce('/api/session')
  } catch {
    // `reachable` now knows.
  }
}
