/**
 * The head loads this before everything else, as a tiny bundle of its own. It applies the theme and whether someone is
 * signed in before the first paint, and collects errors until the app's error log has loaded. If the app never loads,
 * it shows and reports them.
 */
import { homePath } from '#client/app/crash/home-path.ts'
import { APP_CRASH } from '#client/app/crash/texts.ts'
import { reportEarlyErrors } from '#client/lib/error-log/early-errors.ts'
import { rememberedUser } from '#client/lib/error-log/user.ts'
import { deviceStorage } from '#client/lib/storage.ts'

const LIMIT = 20
const errors: Event[] = []
const collecting = new AbortController()

const { dataset } = document.documentElement
const theme = deviceStorage.read('theme')
if (theme) dataset['theme'] = theme
if (rememberedUser()) dataset['signedIn'] = ''

function collect(event: Event) {
  if (errors.length < LIMIT) errors.push(event)
}

function reportErrors() {
  if (errors.length === 0) return
  // Its own failure must not be reported in turn.
  reportEarlyErrors(errors.splice(0)).catch(() => {})
  const root = document.querySelector('#root:empty')
  if (root) showCrash(root)
}

function showCrash(root: Element) {
  const title = document.createElement('h1')
  const text = document.createElement('p')
  title.textContent = APP_CRASH.title
  text.textContent = APP_CRASH.text
  const message = document.createElement('div')
  message.role = 'alert'
  message.style.cssText = 'display:grid;gap:0.75rem;justify-items:center'
  message.append(title, text)
  const actions = document.createElement('div')
  actions.style.cssText = 'display:flex;flex-wrap:wrap;gap:0.75rem;justify-content:center'
  actions.append(
    createButton(APP_CRASH.reload, 'background:var(--accent);color:var(--on-accent)', () =>
      location.reload(),
    ),
    createButton(APP_CRASH.home, 'background:none;color:inherit;box-shadow:inset 0 0 0 1px', () =>
      location.assign(homePath()),
    ),
  )
  const main = document.createElement('main')
  main.style.cssText =
    'display:grid;gap:1.5rem;justify-items:center;align-content:center;min-height:70vh;padding:1rem;text-align:center'
  main.append(message, actions)
  root.append(main)
}

function createButton(label: string, style: string, onClick: () => void) {
  const button = document.createElement('button')
  button.textContent = label
  button.style.cssText = `min-height:44px;padding:0 1.25rem;border:0;border-radius:10px;font:inherit;${style}`
  button.addEventListener('click', onClick)
  return button
}

const { signal } = collecting
// Capturing, since the error of a script that fails to load does not bubble.
addEventListener('error', collect, { capture: true, signal })
addEventListener('unhandledrejection', collect, { signal })
// The app's own scripts run before `load`. By then they have taken the errors over, unless they failed.
addEventListener('load', reportErrors, { signal })
addEventListener('pagehide', reportErrors, { signal })

// The landing works without its app, which loads at the first interaction. A person whom the browser knows is likely to
// continue, so for them it loads as soon as the browser is idle.
const { app } = dataset
if (app) onInteraction(app)

function onInteraction(script: string) {
  const interaction = new AbortController()
  // A second time imports nothing.
  const start = () => {
    interaction.abort()
    void import(/* @vite-ignore */ script)
  }
  const onSign = (event: Event) => isAtRest(event) || start()
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'focusin']) {
    addEventListener(sign, onSign, { signal: interaction.signal, passive: true })
  }
  if (!('signedIn' in dataset)) return
  // Safari has no requestIdleCallback.
  const soon = () =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(start, { timeout: 3_000 })
      : setTimeout(start, 200)
  addEventListener('load', soon, { signal: interaction.signal })
}

/** On a computer the browser reports a resting pointer over every page that opens. */
function isAtRest({ type, movementX, movementY }: Event & Partial<PointerEvent>) {
  return type === 'pointermove' && !movementX && !movementY
}

globalThis.earlyErrors = {
  take() {
    collecting.abort()
    return errors.splice(0)
  },
}
