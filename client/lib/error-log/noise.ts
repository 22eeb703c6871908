/** Browsers report that a layout took two rounds; nothing is broken. */
const RESIZE_OBSERVER = /ResizeObserver loop (?:limit exceeded|completed with undelivered)/
/** Only the animation was given up, for the next screen or in a hidden tab. Chromium and Safari, in this order. */
const VIEW_TRANSITION =
  /^(?:Transition was (?:skipped|aborted because of invalid state)|Old view transition aborted)/
const ORIGIN_SCHEME = /[\w-]+(?=:\/\/)/g
const EXTENSION_SCHEME = /-extension$/
/** Chromium, Firefox, Safari and Vite's preload, in this order. */
const CHUNK_FAILURE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|loading chunk/i

/** What no change of ours could mend. */
export const isNoise = (message: string, stack = '') =>
  RESIZE_OBSERVER.test(message) || VIEW_TRANSITION.test(message) || isOnlyExtensions(stack)

function isOnlyExtensions(stack: string) {
  const schemes = stack.match(ORIGIN_SCHEME) ?? []
  return schemes.length > 0 && schemes.every((scheme) => EXTENSION_SCHEME.test(scheme))
}

/** A file of the app could not be had, as after a deploy that replaced it: only loading the page again helps. */
export const isStaleChunk = (error: unknown) => error instanceof Error && CHUNK_FAILURE.test(error.message)
