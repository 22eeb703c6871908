/**
 * The head loads this before everything else, as a tiny bundle of its own. It applies the theme and the sign-in
 * state before the first paint, sends the first calls of members' screens, and collects errors until the app's error
 * log has loaded. If the app never loads, it shows and reports them.
 */
import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/app/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { homePath } from '#client/app/crash/home-path.ts'
import { readAhead } from '#client/lib/early-reads.ts'
import { reportEarlyErrors, reportLateStart } from '#client/lib/error-log/early-errors.ts'
import { detailsOf, timeOf } from '#client/lib/error-log/reference.ts'
import { rememberedUser } from '#client/lib/error-log/user.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'
import { ownWhen } from '#client/lib/time/own-when.ts'
import type { Span } from '#client/lib/time/when.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { codeOf } from '#shared/lib/short-code.ts'

const LIMIT = 20
/** Time in which the app starts even on a slow line. Also in `client/ui/styles/base.css`. */
const START_TIMEOUT = 8 * SECOND
const errors: Event[] = []
const collecting = new AbortController()

const { dataset } = document.documentElement
const applyTheme = (theme: string | null) => (dataset['theme'] = theme ?? '')
applyTheme(deviceStorage.read('theme'))
// The app follows it too, but is not started on every page, and listens only while a control shows the theme.
addEventListener('storage', ({ key, newValue }) => key === 'theme' && applyTheme(newValue))
// The theme button goes through the themes in the app's order until the app has taken it over.
addEventListener('click', ({ target }) => {
  if (!(target as Element).closest('#theme')) return
  const next: Record<string, string> = { '': 'light', light: 'dark' }
  deviceStorage.write('theme', applyTheme(next[dataset['theme']!] ?? ''))
})
if (rememberedUser()) {
  dataset['signedIn'] = ''
  const { reads } = dataset
  if (reads) {
    // The early calls belong to the address without a query.
    if (!location.search) globalThis.earlyReads = readAhead(reads)
    // Creating the first `Intl` object takes 100 ms on a phone. It is done here, while the page waits for its files.
    setTimeout(() => (0).toLocaleString())
  }
}

function collect(event: Event) {
  // Not errors: the browser falls back to another typeface, and a script that is needed fails again.
  if (/load/.test((event.target as HTMLLinkElement).rel)) return
  if (errors.length < LIMIT) errors.push(event)
  // After `load`, nothing else reports it.
  if (document.readyState === 'complete') reportErrors()
}

function reportErrors() {
  if (errors.length === 0) return
  clearTimeout(startTimer)
  const [entry] = reportEarlyErrors(errors.splice(0))
  // Public pages can be read without their app; forms cannot be used without it.
  const root = document.querySelector('#root:empty,[data-shell],[data-still]:has([inert])')
  if (root) showCrash(root, entry!)
}

let startTimer: ReturnType<typeof setTimeout> | undefined

/** A file can hang for ever, without an error. The page itself says so, unless it can be read (`client/index.html`). */
function expectStart() {
  startTimer = setTimeout(() => {
    if (document.querySelector('#root:empty,[data-still]')) reportLateStart()
  }, START_TIMEOUT)
}

function showCrash(root: Element, entry: ClientErrorEntry) {
  const message = createElement(
    'div',
    createElement('h1', m.appCrashTitle()),
    createElement('p', m.appCrashText()),
  )
  message.role = 'alert'
  const actions = createElement(
    'p',
    createButton(m.reloadPage(), () => location.reload()),
    createButton(m.goToHome(), () => location.assign(homePath())),
  )
  const details = createElement('pre', `${words.errorCode()} ${codeOf(entry)}\n${timeOf(entry)}`)
  const copy = createButton(words.errorCopy(), () => {
    // Also shown as text, since the browser may refuse to copy.
    details.textContent = detailsOf(entry)
    navigator.clipboard?.writeText(details.textContent).catch(() => {})
  })
  const main = createElement('main', message, actions, details, copy)
  main.className = 'never-started'
  root.replaceWith(main)
}

const createButton = (label: string, onclick: () => void) =>
  Object.assign(createElement('button', label), { onclick })

function createElement(name: string, ...content: (string | Node)[]) {
  const element = document.createElement(name)
  element.append(...content)
  return element
}

const { signal } = collecting
// Capturing, because the error of a script that fails to load does not bubble.
addEventListener('error', collect, { capture: true, signal })
addEventListener('unhandledrejection', collect, { signal })
// The app's own scripts run before `load`. By then they have taken over the errors, unless they failed.
addEventListener('load', reportErrors, { signal })
addEventListener('pagehide', reportErrors, { signal })

// The server writes the event's own time; only the browser knows the visitor's time zone.
addEventListener('DOMContentLoaded', () => {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-time-zone]')) {
    const { dateTime: startsAt, dataset: span } = time
    const own = { ...(span as unknown as Span), startsAt, allDay: span['allDay'] === 'true' }
    time.textContent ||= ownWhen(own) ?? ''
  }
})

// The landing can be read without its app, which loads at the first interaction, or a second later for a person whom
// the browser knows, who is likely to continue.
const { app } = dataset
if (app) startLater(app)
else expectStart()

function startLater(src: string) {
  const start = () => {
    if (startTimer) return
    expectStart()
    document.head.append(Object.assign(createElement('script'), { type: 'module', src }))
  }
  const onSign = (event: Event) => isAtRest(event) || start()
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'focusin']) addEventListener(sign, onSign)
  // The first paint, which the app would delay, may come after `load`.
  if ('signedIn' in dataset) addEventListener('load', () => setTimeout(start, SECOND))
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
