import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import styles from './Menu.module.css'

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** Either a place to go or something to do. */
  to?: string
  onSelect?: () => void
  tone?: 'danger'
}

export interface MenuChoice {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string; icon?: ReactNode }[]
}

interface MenuProps {
  /** What the trigger is called when `trigger` holds no text. */
  label?: string
  trigger: ReactNode
  triggerClassName?: string | undefined
  /** Above the items: who is signed in. */
  heading?: ReactNode
  items: readonly MenuItem[]
  /** A one-of-several setting between heading and items. */
  choice?: MenuChoice
  align?: 'start' | 'end'
  side?: 'top' | 'right' | 'bottom'
}

export function Menu(props: MenuProps) {
  const { label, trigger, triggerClassName, heading, items, choice, align = 'end', side = 'bottom' } = props
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger className={triggerClassName ?? styles.trigger} aria-label={label}>
        {trigger}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={styles.place} align={align} side={side} sideOffset={6}>
          <BaseMenu.Popup className={styles.menu}>
            {heading && <div className={styles.heading}>{heading}</div>}
            {choice && <Choice {...choice} />}
            {items.map((item) => (
              <Item key={item.label} {...item} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

const Item = ({ label, icon, to, onSelect, tone }: MenuItem) => (
  <BaseMenu.Item
    className={styles.item}
    data-tone={tone}
    onClick={onSelect}
    render={to === undefined ? <div /> : <Link viewTransition to={to} />}
  >
    {icon}
    {label}
  </BaseMenu.Item>
)

const Choice = ({ label, value, onChange, options }: MenuChoice) => (
  <BaseMenu.Group className={styles.choice}>
    <BaseMenu.GroupLabel className={styles.choiceLabel}>{label}</BaseMenu.GroupLabel>
    <BaseMenu.RadioGroup className={styles.options} value={value} onValueChange={onChange}>
      {options.map((option) => (
        <BaseMenu.RadioItem
          key={option.value}
          value={option.value}
          className={styles.option}
          closeOnClick={false}
        >
          {option.icon}
          {option.label}
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  </BaseMenu.Group>
)
