import { useEffect, useState, useSyncExternalStore } from 'react'
import { useRouteError } from 'react-router-dom'

import { logError } from '#client/lib/error-log/error-log.ts'
import { isStaleChunk } from '#client/lib/error-log/noise.ts'
import { checkServer } from '#client/lib/connection.ts'
import { useCachedData } from '#client/lib/cached-data.ts'
import { isStaleClient } from '#client/lib/request-errors.ts'
import { reachable } from '#client/lib/http.ts'
import { readSettings } from '#client/lib/settings.ts'
import { Button } from '#client/ui/Button.tsx'
import { ErrorPanel } from '#client/ui/crash/ErrorPanel.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import * as m from '#shared/app/messages.ts'
import * as common from '#shared/lib/messages.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { GoBack, GoToHome, GoToLogin, Reload } from '#client/app/crash/error-actions.tsx'
import { type RouteError, routeErrorOf } from '#client/app/crash/route-error.ts'

import { NotFoundScreen } from './NotFoundScreen.tsx'

/** Includes the status, by which the server distinguishes an expected refusal from a defect. */
function logRouteError(error: unknown) {
  const status = routeErrorOf(error)?.status
  return logError(error, { type: 'route error', metadata: status === undefined ? undefined : { status } })
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
  const isConnected = useSyncExternalStore(reachable.subscribe, () => reachable.get() && navigator.onLine)

  if (isStale) return <OutOfDate />
  if (isStaleChunk(error) && !isConnected) return <NeedsConnection entry={entry} />
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

/** Shown for errors outside every shell. */
export const BareRouteErrorScreen = () => (
  <main>
    <RouteErrorScreen />
  </main>
)

const SignInNeeded = ({ entry }: Logged) => (
  <>
    <ScreenTitle>{m.signInTab()}</ScreenTitle>
    <ErrorPanel
      title={m.signInTitle()}
      actions={
        <>
          <GoToLogin />
          <GoToHome />
        </>
      }
      entry={entry}
    >
      <p>{m.signInText()}</p>
    </ErrorPanel>
  </>
)

const Denied = ({ entry }: Logged) => (
  <>
    <ScreenTitle>{m.deniedTab()}</ScreenTitle>
    <ErrorPanel
      title={m.deniedTitle()}
      actions={
        <>
          <GoBack />
          <GoToHome />
        </>
      }
      entry={entry}
    >
      <p>{m.deniedText()}</p>
    </ErrorPanel>
  </>
)

const OutOfDate = () => (
  <>
    <ScreenTitle>{m.outdatedTab()}</ScreenTitle>
    <ErrorPanel
      title={m.outdatedTitle()}
      actions={
        <>
          <Reload>{m.reload()}</Reload>
          <GoToHome />
        </>
      }
    >
      <p>{m.outdatedText({ product: readSettings().PRODUCT_NAME })}</p>
    </ErrorPanel>
  </>
)

/** A reload would replace the shell too, as long as there is no connection. */
function NeedsConnection({ entry }: Logged) {
  const [isTrying, setTrying] = useState(false)
  async function tryAgain() {
    setTrying(true)
    await checkServer()
    setTrying(false)
    if (reachable.get()) location.reload()
  }
  return (
    <>
      <ScreenTitle>{m.needsConnectionTitle()}</ScreenTitle>
      <ErrorPanel
        title={m.needsConnectionTitle()}
        actions={
          <>
            <Button busy={isTrying && common.loading()} onClick={() => void tryAgain()}>
              {m.tryAgainButton()}
            </Button>
            <GoBack />
          </>
        }
        entry={entry}
      >
        <p>{m.needsConnectionText()}</p>
      </ErrorPanel>
    </>
  )
}

const OtherStatus = ({ error: { status, statusText, data }, entry }: Logged & { error: RouteError }) => (
  <>
    <ScreenTitle>{m.errorTab({ status: String(status) })}</ScreenTitle>
    <ErrorPanel
      title={statusText ? `${status} - ${statusText}` : String(status)}
      details={data}
      actions={
        <>
          <Reload>{m.reloadPage()}</Reload>
          <GoToHome />
        </>
      }
      entry={entry}
    >
      <p>{m.errorText()}</p>
    </ErrorPanel>
  </>
)

const Unexpected = ({ error, entry }: Logged & { error: unknown }) => (
  <>
    <ScreenTitle>{m.unexpectedTitle()}</ScreenTitle>
    <ErrorPanel
      title={m.unexpectedTitle()}
      actions={
        <>
          <Reload>{m.tryAgainButton()}</Reload>
          <GoToHome />
        </>
      }
      entry={entry}
    >
      <p>{messageOf(error) || m.unexpectedText()}</p>
      {isStaleChunk(error) && <p>{m.unexpectedNewer()}</p>}
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
