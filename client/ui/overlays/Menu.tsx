import { type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router-dom'

import { VisuallyHidden } from '#client/ui/VisuallyHidden.tsx'

import styles from './Menu.module.css'

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** Target of a link; otherwise the item is a button. */
  to?: string
  /** Address of another site, or of a file; opens or downloads it. */
  href?: string
  onSelect?: () => void
  tone?: 'danger'
}

interface MenuProps {
  /** The trigger's accessible name, when `trigger` has no text. */
  label?: string
  trigger: ReactNode
  items: readonly MenuItem[]
  /** Content above the items, such as the signed-in person or a setting. */
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

function Item({
  item: { label, icon, to, href, onSelect, tone },
  close,
}: {
  item: MenuItem
  close: () => void
}) {
  const select = () => {
    close()
    onSelect?.()
  }
  if (href !== undefined) {
    const isFile = href.startsWith('/')
    return (
      <a
        href={href}
        className={styles.item}
        onClick={select}
        {...(isFile ? { download: true } : { target: '_blank', rel: 'noreferrer' })}
      >
        {icon}
        {label}
      </a>
    )
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
