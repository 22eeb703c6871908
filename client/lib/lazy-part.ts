import { type ComponentType, lazy } from 'react'

import { checkServer } from './connection.ts'
import { isStaleChunk } from './error-log/noise.ts'
import { reachable } from './http.ts'

/**
 * A part of a screen with code of its own, which is downloaded when it is first rendered. Without a connection it
 * waits for one, as the banner says, and the screen around it stays.
 */
export const lazyPart = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy(async () => {
    const module = await loadConnected(load)
    return { default: module[name] as Extract<Module[Name], ComponentType<any>> }
  })

/** @throws for a file that a reachable server does not have, as after a deploy that replaced it */
async function loadConnected<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!isStaleChunk(error)) throw error
    await checkServer()
    // It may have become reachable since the file was requested.
    const isReachable = reachable.get()
    if (!isReachable) await reconnected()
    loadMissingStyles()
    return isReachable ? load() : loadConnected(load)
  }
}

const reconnected = () =>
  new Promise<void>((resolve) => {
    const stop = reachable.subscribe(() => {
      if (!reachable.get()) return
      stop()
      resolve()
    })
  })

/** Vite adds the stylesheets of a part to the page once, whether or not they load. */
function loadMissingStyles() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (hasFailed(link)) link.replaceWith(link.cloneNode())
}

/** For a file that failed to load there is no sheet, or its rules cannot be read. */
function hasFailed({ sheet }: HTMLLinkElement) {
  try {
    return !sheet?.cssRules
  } catch {
    return true
  }
}
