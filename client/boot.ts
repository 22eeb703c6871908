/**
 * The head loads this before everything else, bundled by itself and kept tiny: colours before the first paint, and
 * errors from before the app's error log is there. Where the app never comes, they are shown and reported from here.
 */
import { APP_CRASH } from '#client/app/crash/texts.ts'
import { reportEarlyErrors } from '#client/lib/error-log/early-errors.ts'
import { rememberedUser } from '#client/lib/error-log/user.ts'
import { deviceStorage } from '#client/lib/storage.ts'

const MOST = 20
const heard: Event[] = []
const listening = new AbortController()

const theme = deviceStorage.read('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme

function hear(event: Event) {
  if (heard.length < MOST) heard.push(event)
}

function giveUp() {
  if (heard.length === 0) return
  // A failure to report would be heard above, and reported next.
  reportEarlyErrors(heard.splice(0)).catch(() => {})
  const root = document.querySelector('#root:empty')
  if (root) showCrash(root)
}

function showCrash(root: Element) {
  const title = document.createElement('h1')
  const text = document.createElement('p')
  const reload = document.createElement('button')
  title.textContent = APP_CRASH.title
  text.textContent = APP_CRASH.text
  reload.textContent = APP_CRASH.reload
  reload.addEventListener('click', () => location.reload())
  const words = document.createElement('div')
  words.role = 'alert'
  words.style.cssText = 'display:grid;gap:0.75rem;justify-items:center'
  words.append(title, text)
  reload.style.cssText =
    'min-height:44px;padding:0 1.25rem;border:0;border-radius:10px;background:var(--accent);color:var(--on-accent)'
  const main = document.createElement('main')
  main.style.cssText =
    'display:grid;gap:1.5rem;justify-items:center;align-content:center;min-height:70vh;padding:1rem;text-align:center'
  main.append(words, reload)
  root.append(main)
}

const { signal } = listening
// Capturing, since a script that does not load tells nobody but itself.
addEventListener('error', hear, { capture: true, signal })
addEventListener('unhandledrejection', hear, { signal })
// The app's own scripts run before `load`, and would have taken over by then.
addEventListener('load', giveUp, { signal })
addEventListener('pagehide', giveUp, { signal })

// The landing can be read and used as it came: its app waits for a sign of use. Whom the browser knows is likely to go
// on, so for them it comes as soon as there is nothing else to do.
const app = document.documentElement.dataset['app']
if (app) whenWanted(() => void import(/* @vite-ignore */ app))

function whenWanted(start: () => void) {
  const wanted = new AbortController()
  const once = () => {
    if (wanted.signal.aborted) return
    wanted.abort()
    start()
  }
  const hearSign = (event: Event) => isAtRest(event) || once()
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'focusin']) {
    addEventListener(sign, hearSign, { signal: wanted.signal, passive: true })
  }
  if (rememberedUser() === undefined) return
  // Safari has no requestIdleCallback.
  const soon = () =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(once, { timeout: 3_000 })
      : setTimeout(once, 200)
  addEventListener('load', soon, { signal: wanted.signal })
}

/** On a desk there is a pointer over every page that opens, and the browser says so though nobody has moved it. */
function isAtRest({ type, movementX, movementY }: Event & Partial<PointerEvent>) {
  return type === 'pointermove' && !movementX && !movementY
}

globalThis.earlyErrors = {
  take() {
    listening.abort()
    return heard.splice(0)
  },
}
