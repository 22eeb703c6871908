const shown = Promise.withResolvers<void>()

/** Called when the first screen has shown its content. Until then, nothing else is loaded. */
export const firstContentShown = shown.resolve

/** Resolves when the first screen has shown its content. */
export const firstContent = shown.promise

/** Runs the work once the first screen has shown its content and the browser is idle. */
export function afterFirstContent(work: () => void) {
  // Safari has no requestIdleCallback.
  const wait = () => (globalThis.requestIdleCallback ?? setTimeout)(work)
  const waitForLoad = () => {
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  }
  void shown.promise.then(waitForLoad)
}
