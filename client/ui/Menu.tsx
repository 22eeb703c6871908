import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
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

/** A button that opens a list of buttons and links. The browser opens, closes and positions it and moves the focus. */
export function Menu({ label, trigger, items, children }: MenuProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const close = () => panel.current?.hidePopover()

  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    const all = [...(list.current?.querySelectorAll<HTMLElement>(`.${styles.item}`) ?? [])]
    const next = all.at(nextIndex(event.key, all.indexOf(event.target as HTMLElement), all.length))
    if (!next) return
    event.preventDefault()
    // By its trigger: the browser then knows where to show it, and where the focus returns to.
    if (!panel.current?.matches(':popover-open')) event.currentTarget.click()
    next.focus()
  }

  return (
    <>
      <button type="button" className={styles.trigger} popoverTarget={id} onKeyDown={moveFocus}>
        {label && <VisuallyHidden>{label}</VisuallyHidden>}
        {trigger}
      </button>
      <div id={id} ref={panel} popover="auto" className={styles.menu}>
        {children}
        {/* Its buttons and links handle what they do not: the keys that move between them. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul ref={list} className={styles.items} onKeyDown={moveFocus}>
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

/** @param current -1 on the trigger. @returns `count` for a key that moves nowhere */
function nextIndex(key: string, current: number, count: number) {
  const isInside = current >= 0
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return isInside ? current - 1 : -1
  if (key === 'Home' && isInside) return 0
  return key === 'End' && isInside ? -1 : count
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
