import { type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router-dom'

import styles from './Menu.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** Either a place to go or something to do. */
  to?: string
  onSelect?: () => void
  tone?: 'danger'
}

interface MenuProps {
  /** The trigger's accessible name, when `trigger` has no text. */
  label?: string
  trigger: ReactNode
  items: readonly MenuItem[]
  /** Above the items: who is signed in, a setting. */
  children?: ReactNode
}

/** A button that opens a list of buttons and links. The browser opens, closes and positions it; `menu-keys.ts` moves the focus. */
export function Menu({ label, trigger, items, children }: MenuProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const close = () => panel.current?.hidePopover()

  return (
    <>
      <button type="button" className={styles.trigger} popoverTarget={id}>
        {label && <VisuallyHidden>{label}</VisuallyHidden>}
        {trigger}
      </button>
      <div id={id} ref={panel} popover="auto" className={styles.menu}>
        {children}
        <ul className={styles.items}>
          {items.map((item) => (
            <li key={item.label}>
              <Item item={item} close={close} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function Item({ item: { label, icon, to, onSelect, tone }, close }: { item: MenuItem; close: () => void }) {
  const select = () => {
    close()
    onSelect?.()
  }
  return to === undefined ? (
    <button type="button" className={styles.item} data-tone={tone} onClick={select}>
      {icon}
      {label}
    </button>
  ) : (
    <Link viewTransition to={to} className={styles.item} onClick={select}>
      {icon}
      {label}
    </Link>
  )
}
