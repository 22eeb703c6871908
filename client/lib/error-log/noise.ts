/** Browsers report that a layout took two passes; nothing is broken. */
const RESIZE_OBSERVER = /ResizeObserver loop (?:limit exceeded|completed with undelivered)/
/** Only the animation was skipped, for the next screen or in a hidden tab. Chromium and Safari, in this order. */
const VIEW_TRANSITION =
  /^(?:Transition was (?:skipped|aborted because of invalid state)|Old view transition aborted)/
const ORIGIN_SCHEME = /[\w-]+(?=:\/\/)/g
const EXTENSION_SCHEME = /-extension$/
/** Chromium, Firefox, Safari and Vite's preload, in this order. */
const CHUNK_FAILURE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|loading chunk/i

/** Whether it is no defect of ours. */
export const isNoise = (message: string, stack = '') =>
  RESIZE_OBSERVER.test(message) || VIEW_TRANSITION.test(message) || isOnlyExtensions(stack)

function isOnlyExtensions(stack: string) {
  const schemes = stack.match(ORIGIN_SCHEME) ?? []
  return schemes.length > 0 && schemes.every((scheme) => EXTENSION_SCHEME.test(scheme))
}

/** Whether a file of the app failed to load, as after a deploy that replaced it: only a reload helps. */
export const isStaleChunk = (error: unknown) => error instanceof Error && CHUNK_FAILURE.test(error.message)
