import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { MAIN_ID } from '#client/ui/SkipLink.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

/**
 * What a browser does by itself on a new page: after a change of screen the focus starts at its heading, and its
 * title is read out. So it does where a link changed so much of a screen that it is gone itself. The first screen is
 * left to the browser.
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
    // Later: what is shown may know a nearer place for the focus.
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
