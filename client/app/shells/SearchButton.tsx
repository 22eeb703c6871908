import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import * as m from '#shared/app/messages.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { SearchIcon } from '#client/ui/icons/member-icons.tsx'

import styles from './MemberShell.module.css'

/** Downloaded when it is first opened. */
const SearchDialog = lazyPart(() => import('#client/modules/search/SearchDialog.tsx'), 'SearchDialog')

/** Opens the search, and so do Ctrl K and ⌘K. */
export function SearchButton({ role, onSignOut }: { role: MemberRole; onSignOut: () => void }) {
  const [isOpen, setOpen] = useState(false)
  // The keys can open it while nothing has the focus that its dialog could return.
  const button = useFocusFallback<HTMLButtonElement>(isOpen)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        event.ctrlKey === event.metaKey ||
        event.altKey ||
        event.shiftKey
      )
        return
      // A dialog that is open keeps the focus.
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.searchButton}
        aria-label={m.search()}
        aria-keyshortcuts="Control+K Meta+K"
        title={m.searchKeys()}
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span className={styles.long}>{m.search()}</span>
      </button>
      {/* Rendered outside the page's header, since a dialog has one of its own. */}
      {isOpen &&
        createPortal(
          <Suspense>
            <SearchDialog role={role} onSignOut={onSignOut} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
