import { createObservable } from './observable.ts'

/** The browser's own question whether to install, in Chromium. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}

/** Undefined while the browser cannot install the app, or it is installed. */
export const installPrompt = createObservable<InstallPrompt | undefined>(undefined)

/** Otherwise the browser shows its own prompt at the first visit. */
export const holdInstallPrompt = () =>
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.set(event)
  })
