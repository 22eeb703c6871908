/** Runs before everything else, as a classic script: no imports, nothing that a browser of this decade lacks. */

const theme = (() => {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
})()
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme

/** What broke before the error log was there to hear it; the log takes these over and stops the listening. */
const early: EarlyErrors = { events: [], stop: () => {} }
const keep = (event: ErrorEvent | PromiseRejectionEvent) => {
  if (early.events.length < 20) early.events.push(event)
}
addEventListener('error', keep)
addEventListener('unhandledrejection', keep)
early.stop = () => {
  removeEventListener('error', keep)
  removeEventListener('unhandledrejection', keep)
}
globalThis.earlyErrors = early
