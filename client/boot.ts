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
import { earlyEntries, reportEarlyErrors } from '#client/lib/error-log/early-errors.ts'
import { detailsOf, timeOf } from '#client/lib/error-log/reference.ts'
import { rememberedUser } from '#client/lib/error-log/user.ts'
import { deviceStorage } from '#client/lib/storage.ts'
import { ownWhen } from '#client/lib/time/own-when.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { codeOf } from '#shared/lib/short-code.ts'

const LIMIT = 20
const errors: Event[] = []
const collecting = new AbortController()

const { dataset } = document.documentElement
const applyTheme = (theme: string | null) => (dataset['theme'] = theme ?? '')
applyTheme(deviceStorage.read('theme'))
// The app follows it too, but is not started on every page, and listens only while a control shows the theme.
addEventListener('storage', ({ key, newValue }) => key === 'theme' && applyTheme(newValue))
// The prerendered theme button goes through the themes in the app's order, until the app replaces it.
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
  // Not an error: the browser falls back to another typeface.
  if ((event.target as Partial<HTMLLinkElement> | null)?.as === 'font') return
  if (errors.length < LIMIT) errors.push(event)
}

function reportErrors() {
  if (errors.length === 0) return
  const entries = earlyEntries(errors.splice(0))
  // A failure of the report itself must not be reported.
  reportEarlyErrors(entries).catch(() => {})
  // Public pages can be read without their app; forms cannot be used without it.
  const root = document.querySelector('#root:empty,[data-shell],#root:has([inert])')
  if (root) showCrash(root, entries[0]!)
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
  root.replaceChildren(main)
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
// Capturing, because the error of a script that fails to load does not bubble.
addEventListener('error', collect, { capture: true, signal })
addEventListener('unhandledrejection', collect, { signal })
// The app's own scripts run before `load`. By then they have taken over the errors, unless they failed.
addEventListener('load', reportErrors, { signal })
addEventListener('pagehide', reportErrors, { signal })

// The server fills in the event's own time; only the browser knows the visitor's time zone.
addEventListener('DOMContentLoaded', () => {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-time-zone]')) {
    const { dateTime: startsAt, dataset: span } = time
    time.textContent ||=
      ownWhen({ endsAt: '', timeZone: '', ...span, startsAt, allDay: span['allDay'] === 'true' }) ?? ''
  }
})

// Public pages can be read without their app. The landing's loads at the first interaction, or when the browser is
// idle for a person whom it knows, who is likely to continue. Other pages list their scripts, which load once the page
// has been painted.
const { app, scripts } = dataset
if (app) startLater(app, scripts)

function startLater(script: string, others = '') {
  const waiting = new AbortController()
  const { signal: stopped } = waiting
  // A second import does nothing.
  const start = () => {
    waiting.abort()
    for (const href of others.split(' ').filter(Boolean)) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    // If it fails, the rejection is collected first.
    void import(/* @vite-ignore */ script).finally(() => setTimeout(reportErrors))
  }
  const onSign = (event: Event) => isAtRest(event) || start()
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'focusin']) {
    addEventListener(sign, onSign, { signal: stopped, passive: true })
  }
  if (!others && !('signedIn' in dataset)) return
  // Safari has no requestIdleCallback.
  const soon = () =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(start, { timeout: 3 * SECOND })
      : setTimeout(start, 200)
  // `load` may come before the first paint, which the scripts would then delay.
  const afterPaint = () => new PerformanceObserver(soon).observe({ type: 'paint', buffered: true })
  addEventListener('load', afterPaint, { signal: stopped })
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
