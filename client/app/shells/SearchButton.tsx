import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router-dom'

import * as m from '#shared/app/messages.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { SearchIcon } from '#client/ui/icons/member-icons.tsx'

import styles from './MemberShell.module.css'

/** Downloaded when it is first opened. */
const SearchDialog = lazyPart(() => import('#client/modules/search/SearchDialog.tsx'), 'SearchDialog')

interface Props {
  /** Undefined while nobody is known to be signed in: nothing is opened then. */
  role: MemberRole | undefined
  onSignOut: () => void
}

/** Opens the search, and so do Ctrl K and ⌘K. Shortcuts of single keys are downloaded with the first such key. */
export function SearchButton({ role, onSignOut }: Props) {
  const navigate = useNavigate()
  /** Undefined while the dialog is closed. */
  const [isList, setList] = useState<boolean>()
  /** Text typed while the dialog is being downloaded: the search begins with it. */
  const [typed, setTyped] = useState('')
  // The keys can open it while nothing has the focus that its dialog could return.
  const button = useFocusFallback<HTMLButtonElement>(isList)
  useEffect(() => {
    if (!role) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey } = event
      // A dialog that is open keeps the focus.
      if (event.altKey || document.querySelector('dialog[open]')) return
      if (ctrlKey !== metaKey && !event.shiftKey && key.toLowerCase() === 'k') {
        event.preventDefault()
        setList(false)
      } else if (key[1] || ctrlKey || metaKey) return
      else if (isList !== undefined) {
        event.preventDefault()
        setTyped((text) => text + key)
      } else if (!(event.target as Element).closest('input,textarea,select')) {
        // Without a connection, there are none.
        import('#client/modules/search/shortcuts.ts').then(
          ({ follow }) => follow(event, { role, navigate, show: setList }),
          () => {},
        )
      }
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isList, navigate, role])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.searchButton}
        aria-label={m.search()}
        aria-keyshortcuts="Control+K Meta+K"
        title={m.searchKeys()}
        onClick={() => setList(false)}
      >
        <SearchIcon />
        <span className={styles.long}>{m.search()}</span>
      </button>
      {/* Rendered outside the page's header, since a dialog has one of its own. */}
      {role &&
        isList !== undefined &&
        createPortal(
          <Suspense>
            <SearchDialog
              role={role}
              isList={isList}
              typed={typed}
              onSignOut={onSignOut}
              onClose={() => {
                setList(undefined)
                setTyped('')
              }}
            />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
