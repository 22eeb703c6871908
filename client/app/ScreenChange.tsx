import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { MAIN_ID } from '#client/ui/SkipLink.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

/**
 * Does what a browser does on a new page: after a change of screen it moves the focus to the heading and announces the
 * title. Also when a link has removed itself from the screen. The first screen is left to the browser.
 */
export function ScreenChange() {
  const { pathname, search } = useLocation()
  const shown = useRef({ pathname, search })
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const before = shown.current
    if (before.pathname === pathname && before.search === search) return
    shown.current = { pathname, search }
    const enter = () => {
      focusStart()
      setAnnouncement(document.title)
    }
    if (before.pathname !== pathname) enter()
    // Later: the screen itself may move the focus somewhere closer.
    else queueMicrotask(() => isFocusLost() && enter())
    for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
  }, [pathname, search])

  return (
    <VisuallyHidden>
      <span aria-live="polite">{announcement}</span>
    </VisuallyHidden>
  )
}

const isFocusLost = () => !document.activeElement || document.activeElement === document.body

function focusStart() {
  const main = document.getElementById(MAIN_ID)
  const start = main?.querySelector('h1') ?? main
  if (!start) return
  start.tabIndex = -1
  start.focus({ preventScroll: true })
}
