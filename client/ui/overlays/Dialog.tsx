import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

import * as m from '#shared/lib/messages.ts'
import { classNames } from '#client/ui/class-names.ts'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './Dialog.module.css'

interface DialogProps {
  open: boolean
  /** Called on Escape, the cross, or a press outside. */
  onClose: () => void
  title: string
  /** Keeps its top where it is while its height changes. */
  atTop?: boolean
  /** On a phone, rises from the foot of the screen. */
  sheet?: boolean
  /** Buttons at the end; the primary one comes last. */
  actions?: ReactNode
  children: ReactNode
}

/** Milliseconds, longer than any system's limit. */
const DOUBLE_CLICK = 600

/** A native modal dialog: the browser keeps the focus inside and restores it afterwards. */
export function Dialog({
  open,
  onClose,
  title,
  atTop = false,
  sheet = false,
  actions,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Not a plain effect, which cleans up after the element is removed: an open dialog would not return the
  // focus.
  useLayoutEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return
    // In browsers with this attribute, pressing the backdrop closes too; not at once, or the second press of
    // a double click would close it again. Escape always closes it.
    dialog.setAttribute('closedby', 'closerequest')
    const armed = setTimeout(() => dialog.setAttribute('closedby', 'any'), DOUBLE_CLICK)
    dialog.showModal()
    // Focus starts at the first control, and in a sheet at its last button: on a phone, a field would open the keyboard over it. By
    // default the browser starts at the close button.
    const start = sheet ? 'footer > :last-child' : 'textarea, input:not([readonly]), [tabindex="0"]'
    dialog.querySelector<HTMLElement>(start)?.focus({ preventScroll: sheet })
    return () => {
      clearTimeout(armed)
      dialog.close()
    }
  }, [open, sheet])

  return (
    <dialog
      ref={element}
      className={classNames(styles.dialog, atTop && styles.atTop, sheet && styles.sheet)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Browsers close on a second Escape in a row regardless of the page. It may have been reopened before
      // this event.
      onClose={() => open && !element.current?.open && onClose()}
    >
      {open && (
        <div className={styles.frame}>
          <header className={styles.head}>
            <h2 id={titleId}>
              <IsolatedText>{title}</IsolatedText>
            </h2>
            <button type="button" className={styles.close} aria-label={m.close()} onClick={onClose}>
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path
                  d="m5 5 10 10M15 5 5 15"
                  stroke="currentColor"
                  strokeWidth="1.6"
                  strokeLinecap="round"
                />
              </svg>
            </button>
          </header>
          <div className={patterns.form}>{children}</div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </div>
      )}
    </dialog>
  )
}
