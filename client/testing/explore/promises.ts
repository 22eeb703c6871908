/**
 * Promises of every screen, as properties for Bombadil, and the actions of its walk. Functions given to `extract` run in
 * the page, for each state that it sees.
 */
import { always } from '@antithesishq/bombadil'
import { type Action, actions, extract, weighted } from '@antithesishq/bombadil/browser'

/** Milliseconds for which a page may be in a state. */
const LIMITS = { blank: 2_000, waiting: 5_000, unfocused: 1_500 }

/** Milliseconds for which the page has been in a state that may not last. */
const lasting = extract(({ document, window }) => {
  const seen = window as Window & {
    seenSince?: Partial<Record<'blank' | 'waiting' | 'unfocused', number>>
    hasActed?: boolean
  }
  const now = window.performance.now()
  if (!seen.seenSince) {
    seen.seenSince = {}
    const note = ({ target }: Event) =>
      (seen.hasActed =
        (target as Element).closest?.('a, button, input, select, textarea, summary, [tabindex]') !== null)
    for (const type of ['click', 'keydown']) document.addEventListener(type, note, true)
  }
  const shows = (selector: string) =>
    [...document.querySelectorAll(selector)].some(
      (element) => element.checkVisibility({ visibilityProperty: true }) && element.textContent.trim() !== '',
    )
  const spins = (selector: string) =>
    [...document.querySelectorAll(selector)].some((element) => element.checkVisibility())
  const focus = document.activeElement
  const states = {
    blank: document.body.innerText.trim() === '',
    waiting:
      spins('form[inert], [inert] form, button[aria-disabled=true] > [aria-hidden], output > svg') &&
      !shows('[role=alert], output > p, [data-late]'),
    unfocused: seen.hasActed === true && (focus === null || focus === document.body),
  }
  const times = { blank: 0, waiting: 0, unfocused: 0 }
  for (const name of ['blank', 'waiting', 'unfocused'] as const) {
    if (!states[name]) delete seen.seenSince[name]
    else times[name] = now - (seen.seenSince[name] ??= now) + 1
  }
  return times
}).named('lasting')

const screen = extract(({ document, window }) => ({
  excess: document.documentElement.scrollWidth - window.innerWidth,
  crash:
    document.querySelector('#root [role=alert] h1, .never-started h1, main [role=alert] h2')?.textContent ??
    '',
  exits: [...document.querySelectorAll('a[href], button:not([disabled])')].filter((element) =>
    element.checkVisibility(),
  ).length,
  title: document.title,
})).named('screen')

const history = extract(({ navigationHistory: { back, current } }) => ({
  depth: back.length,
  url: current.url,
  before: back.at(-1)?.url ?? '',
})).named('history')

const lastAction = extract(({ lastAction: action }) => (action === 'Back' ? 'Back' : '')).named('lastAction')

const isPending = () =>
  (['blank', 'waiting', 'unfocused'] as const).some(
    (name) => lasting.current[name] > 0 && lasting.current[name] < LIMITS[name],
  )

export const neverBlankForTwoSeconds = always(() => lasting.current.blank < LIMITS.blank)
export const neverBusyForFiveSecondsWithoutAWord = always(() => lasting.current.waiting < LIMITS.waiting)
export const focusIsNotLostAfterAnAction = always(() => lasting.current.unfocused < LIMITS.unfocused)
export const noSidewaysScroll = always(() => screen.current.excess <= 0)
export const noCrashScreen = always(() => screen.current.crash === '')
export const noDeadEnd = always(() => screen.current.exits > 0 || isPending())
/** While a page is still loading, nothing is shown, and it has none. */
export const everyScreenHasATitle = always(() => screen.current.title !== '' || lasting.current.blank > 0)

let before = { depth: 0, url: '', before: '' }
export const backLeadsBack = always(() => {
  const wanted = before
  before = history.current
  return lastAction.current !== 'Back' || wanted.depth === 0 || history.current.url === wanted.before
})

/** Everything that a person can press now. Sign-out and deletion would end the walk. */
const targets = extract(({ document, window }) => {
  const ENDS_WALK = /^(sign out|delete (my )?account)/i
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const found: { fingerprint: Record<string, string | null>; point: { x: number; y: number } }[] = []
  const selector = 'a[href], button, input, select, textarea, summary, label, [role=option], [role=tab]'
  for (const element of (dialog ?? document).querySelectorAll<HTMLElement>(selector)) {
    const { left, top, width, height } = element.getBoundingClientRect()
    const point = { x: left + width / 2, y: top + height / 2 }
    const hit = document.elementFromPoint(point.x, point.y)
    if (width === 0 || !hit || !(element.contains(hit) || hit.contains(element))) continue
    if (element.matches('[type=file], [target=_blank], [download], :disabled')) continue
    const href = element.getAttribute('href')
    if (href !== null && new URL(href, document.baseURI).origin !== window.location.origin) continue
    const text = element.textContent.trim().slice(0, 60)
    const name = element.getAttribute('aria-label')
    if (ENDS_WALK.test(text)) continue
    const tag = element.localName
    found.push({
      fingerprint: {
        testId: null,
        id: element.id || null,
        role: element.getAttribute('role'),
        accessibleName: name,
        tag,
        href,
        nameAttr: element.getAttribute('name'),
        placeholder: null,
        inputType: element.getAttribute('type'),
        textContent: text || null,
        structuralPath: null,
      },
      point,
    })
  }
  return found
}).named('targets')

const field = extract(({ document }) => {
  const element = document.activeElement
  return element?.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea, select') === true
    ? (element.getAttribute('type') ?? element.localName)
    : ''
}).named('field')

const page = extract(({ document, window }) => ({
  below: document.documentElement.scrollHeight - window.innerHeight - window.scrollY,
  above: window.scrollY,
  middle: { x: window.innerWidth / 2, y: window.innerHeight / 2 },
})).named('page')

/** Texts that it types, as a regular expression. */
const TEXTS = [
  ' ',
  'a',
  'Zoë',
  'bread for Friday',
  'Donaudampfschifffahrt'.repeat(6),
  'שלום',
  '👩‍👩‍👧',
  '<b>x',
  '0',
].join('|')
const KEYS = { backspace: 8, tab: 9, enter: 13, escape: 27, space: 32, down: 40 }

/** While something may not last, the walk waits to see whether it does. */
const calmly = (generate: () => Action[]) => actions(() => (isPending() ? [] : generate()))

const wait = actions(() => (isPending() ? ['Wait'] : []))
const press = calmly(() => targets.current.map((target) => ({ Click: target })))
const keys = calmly(() => Object.values(KEYS).map((code) => ({ PressKey: { code } })))
const type = calmly(() => {
  if (field.current === '') return []
  const text = field.current === 'email' ? 'Email' : { Regexp: TEXTS }
  return [{ TypeText: { text, delayMillis: 1 } }]
})
const scroll = calmly(() => {
  const { below, above, middle: origin } = page.current
  if (below >= 1) return [{ ScrollDown: { origin, distance: Math.min(below, origin.y) } }]
  return above > 0 ? [{ ScrollUp: { origin, distance: above } }] : []
})
const navigate = calmly(() => (history.current.depth > 0 ? ['Back', 'Back', 'Forward', 'Reload'] : []))

export const walk = weighted([
  [20, press],
  [6, type],
  [3, keys],
  [3, scroll],
  [3, navigate],
  [1, wait],
])
