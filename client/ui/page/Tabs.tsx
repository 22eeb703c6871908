import { type ReactNode, useEffect, useId, useRef } from 'react'

import { CountLabel } from '#client/ui/lists/CountLabel.tsx'
import { moveInTabs } from './tab-keys.ts'
import styles from './Tabs.module.css'

export interface Tab<Value extends string> {
  value: Value
  label: string
  count?: number
}

interface TabsProps<Value extends string> {
  /** Names the row of tabs for assistive technology. */
  label: string
  tabs: readonly Tab<Value>[]
  /** The open tab. Belongs in the URL, so that back and sharing work. */
  value: Value
  onChange: (value: Value) => void
  /** Shown at the end of the row of tabs; below it where there is no room. */
  end?: ReactNode
  /** The open tab's panel. */
  children: ReactNode
}

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  end,
  children,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const idOf = (tab: Value) => `${id}${tab}`
  // Not scrollIntoView, which would scroll the page too.
  useEffect(() => {
    const open = list.current?.children[tabs.findIndex((tab) => tab.value === value)]
    if (!list.current || !(open instanceof HTMLElement)) return
    list.current.scrollTo({ left: open.offsetLeft - (list.current.clientWidth - open.offsetWidth) / 2 })
  }, [tabs, value])
  return (
    <div>
      <div className={styles.row}>
        <div className={styles.frame}>
          <div ref={list} role="tablist" aria-label={label} className={styles.list}>
            {tabs.map((tab) => {
              const isOpen = tab.value === value
              return (
                <button
                  key={tab.value}
                  type="button"
                  role="tab"
                  id={idOf(tab.value)}
                  className={styles.tab}
                  aria-selected={isOpen}
                  aria-controls={isOpen ? id : undefined}
                  tabIndex={isOpen ? 0 : -1}
                  onKeyDown={moveInTabs}
                  onClick={() => isOpen || onChange(tab.value)}
                >
                  <span className={styles.label} data-label={tab.label}>
                    {tab.label}
                  </span>
                  {tab.count !== undefined && <CountLabel count={tab.count} tone="quiet" />}
                </button>
              )
            })}
          </div>
        </div>
        {end}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={idOf(value)} tabIndex={0} className={styles.panel}>
        {children}
      </div>
    </div>
  )
}
