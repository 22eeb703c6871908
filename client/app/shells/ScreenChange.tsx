import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigation, useNavigationType } from 'react-router-dom'

import { MAIN_ID } from '#client/ui/page/SkipLink.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

/** The latest screen. Each shell has a `ScreenChange` of its own, and screens of both follow each other. */
let shown: { pathname: string; search: string } | undefined

/**
 * Does what a browser does on a new page: after a change of screen it moves the focus to the heading and announces
 * the title. Also when a link has removed itself from the screen, and when a person returns before the next screen has
 * loaded. The first screen is left to the browser.
 */
export function ScreenChange() {
  const { pathname, search } = useLocation()
  const navigation = useNavigationType()
  const isLoading = useNavigation().state === 'loading'
  const wasLoading = useRef(false)
  const [announcement, setAnnouncement] = useState('')
  const stopWaiting = useRef<() => void>(undefined)
  useEffect(() => () => stopWaiting.current?.(), [])

  useEffect(() => {
    // The outlet shows a spinner in the place of the screen.
    const hasReturned = wasLoading.current
    wasLoading.current = isLoading
    if (isLoading) return
    const before = shown
    shown = { pathname, search }
    if (!before || (before.pathname === pathname && before.search === search && !hasReturned)) return
    const enter = ({ keepsFocus = false } = {}) => {
      if (!keepsFocus) focusStart()
      setAnnouncement(document.title)
    }
    // A screen that replaces its own address has not been left: a menu that was opened meanwhile stays open.
    if (navigation !== NavigationType.Replace)
      for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
    const enterOnceLoaded = () => {
      stopWaiting.current?.()
      stopWaiting.current = onceThereIsHeading(enter)
    }
    if (before.pathname !== pathname) enterOnceLoaded()
    // Runs in a microtask, because the screen itself may move the focus somewhere closer.
    else queueMicrotask(() => isFocusLost() && enterOnceLoaded())
  }, [pathname, search, navigation, isLoading])

  return <VisuallyHidden live>{announcement}</VisuallyHidden>
}

const mainElement = () => document.getElementById(MAIN_ID)
const heading = () => mainElement()?.querySelector('h1')

/** On a screen that is loading, `main` has it. */
const isFocusLost = () =>
  [null, document.body, mainElement()].includes(document.activeElement as HTMLElement | null)

/** A screen that is still loading has neither its heading nor its title. @returns a function that stops waiting */
function onceThereIsHeading(enter: (options?: { keepsFocus: boolean }) => void) {
  if (heading()) {
    enter()
    return undefined
  }
  const main = mainElement()
  main?.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    if (!heading()) return
    observer.disconnect()
    // The person may have moved on meanwhile, or the screen has a better place for the focus.
    enter({ keepsFocus: !isFocusLost() })
  })
  if (main) observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function focusStart() {
  const start = heading() ?? mainElement()
  if (!start) return
  start.tabIndex = -1
  start.focus({ preventScroll: true })
}
