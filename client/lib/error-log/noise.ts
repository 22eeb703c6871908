import { messageOf } from './entry.ts'

/** Browsers report that a layout took two passes; nothing is broken. */
const RESIZE_OBSERVER = /ResizeObserver loop (?:limit exceeded|completed with undelivered)/
/** Only the animation was skipped, for the next screen or in a hidden tab. Chromium and Safari, in this order. */
const VIEW_TRANSITION =
  /^(?:Transition was (?:skipped|aborted because of (?:invalid state|timeout))|Old view transition aborted)/
const ORIGIN_SCHEME = /(?<![\w-])[\w-]+(?=:\/\/)/g
/** Safari hides the URLs of its extensions. */
const EXTENSION_SCHEME = /-extension$|^webkit-masked-url$/
/** Chromium, Firefox, Safari and Vite's preload, in this order. */
const CHUNK_FAILURE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|loading chunk/i

/** The reason why it is no defect of ours. Undefined for a defect. */
export function noiseOf(message: string, stack = '') {
  if (RESIZE_OBSERVER.test(message)) return 'layout'
  if (VIEW_TRANSITION.test(message)) return 'animation'
  return isOnlyExtensions(stack) ? 'extension' : undefined
}

function isOnlyExtensions(stack: string) {
  const schemes = stack.match(ORIGIN_SCHEME) ?? []
  return schemes.length > 0 && schemes.every((scheme) => EXTENSION_SCHEME.test(scheme))
}

/** Whether a file of the app failed to load, as after a deploy that replaced it: only a reload helps. */
export const isStaleChunk = (error: unknown) => CHUNK_FAILURE.test(messageOf(error))
