import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { MAIN_ID } from '#client/ui/SkipLink.tsx'
import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

/**
 * What a browser does by itself on a new page: after a change of screen the focus starts at its heading, and its
 * title is read out. The first screen is left to the browser.
 */
export function ScreenChange() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const main = document.getElementById(MAIN_ID)
    const start = main?.querySelector('h1') ?? main
    if (start) {
      start.tabIndex = -1
      start.focus({ preventScroll: true })
    }
    setAnnouncement(document.title)
    for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
  }, [pathname])

  return (
    <VisuallyHidden>
      <span aria-live="polite">{announcement}</span>
    </VisuallyHidden>
  )
}
