import { MAIN_ID } from './SkipLink.tsx'

/** Not the cross of a dialog: a second press would close it. */
const CONTROLS =
  ':is(a[href],button,input,select,textarea,summary,[tabindex="0"]):not([tabindex="-1"],dialog header *)'
const HEADINGS = 'h1,h2,h3,h4'
const SECTIONS = 'section,article,nav,dialog,[popover],main'
/** Shown above the rest. The focus returns from them to where it was before. */
const LAYERS = 'dialog,[popover],[data-layer]'

interface Place {
  element: HTMLElement
  /** Browsers move it to where the element was, also when what surrounds that is removed. */
  range: Range
  section: Element | null
}

/**
 * Browsers move the focus to the start of the page when the focused element is removed, hidden or disabled, as a
 * pressed button often is. This moves it to the next or previous control of the same section, else to the heading
 * above it. When a layer closes and what opened it is gone, that is near the opener.
 * @param first had the focus before, and may have opened what has it now
 */
export function keepFocus(first: EventTarget | null) {
  /** The latest in each layer, the latest layer at the end. */
  const places = new Map<Element, Place>()
  /** Given the focus by this. */
  let given: HTMLElement | undefined
  /** Hidden by a spinner that has left nothing but `main`. */
  let awaited: HTMLElement | undefined
  let frame = 0

  const give = (target: HTMLElement) => {
    // Makes a heading focusable.
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
    given = target
  }

  function restore() {
    frame = 0
    if (awaited && isUsable(awaited)) return give(awaited)
    const [layer, last] = [...places].at(-1) ?? []
    if (!layer || !last || !isFocusLost()) return
    // The person has pressed on something that takes no focus.
    if (isUsable(last.element) && !last.range.collapsed) return void places.delete(layer)
    for (const shown of places.keys()) if (!isShown(shown)) places.delete(shown)
    const place = [...places.values()].at(-1)
    const main = document.getElementById(MAIN_ID)
    const target = (place && placeNear(place)) ?? main?.querySelector('h1') ?? main
    if (target) give(target)
    if (target === main) awaited = place?.element
  }

  /** Components that know a better place move the focus before the next frame. */
  const restoreLater = () => (frame ||= requestAnimationFrame(restore))

  const remember = (target: EventTarget | null) => {
    awaited = undefined
    if (!(target instanceof HTMLElement) || target === document.body || !target.isConnected) return
    const range = document.createRange()
    range.selectNode(target)
    const layer = target.closest(LAYERS) ?? document.body
    places.delete(layer)
    places.set(layer, { element: target, range, section: target.closest(SECTIONS) })
  }
  remember(first)
  remember(document.activeElement)
  addEventListener('focusin', ({ target }) => remember(target))
  addEventListener('focusout', restoreLater)
  // A key that is held must not press what gets the focus meanwhile.
  addEventListener('keydown', (event) => {
    const { key, repeat, target } = event
    if (repeat && target === given && (key === 'Enter' || key === ' ')) event.preventDefault()
  })
  // Some browsers send no event when the focused element is removed.
  new MutationObserver(() => {
    if (awaited || isFocusLost()) restoreLater()
  }).observe(document.body, { childList: true, subtree: true })
}

const isFocusLost = () => !document.activeElement || document.activeElement === document.body

const isShown = (element: Element) =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true })
const isUsable = (element: HTMLElement) => isShown(element) && !element.matches(':disabled')

function placeNear({ element, range, section }: Place) {
  if (isUsable(element)) return element
  const isAfter = (other: Element) => range.comparePoint(other, 0) > 0
  const isBefore = (other: Element) => range.comparePoint(other, 0) < 0
  let within = range.startContainer as HTMLElement | null
  for (; within && within !== document.body; within = within.parentElement) {
    if (!isShown(within)) continue
    const controls = section?.contains(within) ? usableIn(within, CONTROLS) : []
    const control = controls.find(isAfter) ?? controls.findLast(isBefore)
    if (control) return control
    if (within.ariaLabel && within.matches(SECTIONS)) return within
    const heading = usableIn(within, HEADINGS).findLast(isBefore)
    if (heading) return heading
  }
  return undefined
}

const usableIn = (within: Element, selector: string) =>
  [...within.querySelectorAll<HTMLElement>(selector)].filter(isUsable)
