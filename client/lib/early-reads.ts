import { SECOND } from '#shared/lib/durations.ts'
import { API_VERSION, CLIENT_VERSION_HEADER } from '#shared/lib/api-version.ts'

/** Milliseconds from the start of the page after which an answer may be outdated. */
const MAX_AGE = 30 * SECOND

/**
 * Sends the first calls of the screen before the app's scripts have loaded. Called in the head.
 * @param urls as the page names them; `:id` is the second part of its path
 * @returns answers by URL; undefined where there is none
 */
export const readAhead = (urls: string) =>
  new Map(
    urls
      .split(' ')
      .map((url) => withId(url, location.pathname))
      .map((url) => [url, read(url)]),
  )

/** @param url in which `:id` is the second part of the path */
export const withId = (url: string, pathname: string) => url.replace(':id', pathname.split('/')[2]!)

/** Resolves once the body has arrived, so that the app need not wait for it. Undefined for an error. */
async function read(url: string): Promise<Response | undefined> {
  try {
    const response = await fetch(url, { headers: { [CLIENT_VERSION_HEADER]: `${API_VERSION}` } })
    return response.ok ? new Response(await response.arrayBuffer(), response) : undefined
  } catch {
    return undefined
  }
}

/**
 * The answer to a call that the head has sent, for its first use. Undefined also for an error, which the app asks for
 * again: meanwhile the session may have been renewed.
 * @throws the reason of the signal
 */
export async function earlyAnswer(url: string, signal: AbortSignal): Promise<Response | undefined> {
  const early = globalThis.earlyReads?.get(url)
  if (!early) return undefined
  globalThis.earlyReads?.delete(url)
  if (performance.now() > MAX_AGE) return undefined
  return Promise.race([early, abortionOf(signal)])
}

const abortionOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
