/**
 * The head loads this before everything else, as a tiny bundle of its own. It applies the theme and whether someone is
 * signed in before the first paint, and collects errors until the app's error log has loaded. If the app never loads,
 * it shows and reports them.
 */
import { homePath } from '#client/app/crash/home-path.ts'
import { APP_CRASH } from '#client/app/crash/texts.ts'
import { earlyEntries, reportEarlyErrors } from '#client/lib/error-log/early-errors.ts'
import { COPY_DETAILS, detailsOf, ERROR_CODE, timeOf } from '#client/lib/error-log/reference.ts'
import { rememberedUser } from '#client/lib/error-log/user.ts'
import { deviceStorage } from '#client/lib/storage.ts'
import type { ClientErrorEntry } from '#shared/client-errors.ts'
import { codeOf } from '#shared/short-code.ts'

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
  const entries = earlyEntries(errors.splice(0))
  // Its own failure must not be reported in turn.
  reportEarlyErrors(entries).catch(() => {})
  const root = document.querySelector('#root:empty')
  if (root) showCrash(root, entries[0]!)
}

function showCrash(root: Element, entry: ClientErrorEntry) {
  const message = createElement(
    'div',
    createElement('h1', APP_CRASH.title),
    createElement('p', APP_CRASH.text),
  )
  message.role = 'alert'
  const actions = createElement(
    'p',
    createButton(APP_CRASH.reload, () => location.reload()),
    createButton(APP_CRASH.home, () => location.assign(homePath())),
  )
  const details = createElement('pre', `${ERROR_CODE} ${codeOf(entry)}\n${timeOf(entry)}`)
  const copy = createButton(COPY_DETAILS, () => {
    // Shown too, since the browser may refuse.
    details.textContent = detailsOf(entry)
    navigator.clipboard?.writeText(detailsOf(entry)).catch(() => {})
  })
  const main = createElement('main', message, actions, details, copy)
  main.className = 'never-started'
  root.append(main)
}

function createButton(label: string, onClick: () => void) {
  const button = createElement('button', label)
  button.addEventListener('click', onClick)
  return button
}

function createElement(name: string, ...content: (string | Node)[]) {
  const element = document.createElement(name)
  element.append(...content)
  return element
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
