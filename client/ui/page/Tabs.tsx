import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'

import { CountLabel } from '#client/ui/lists/CountLabel.tsx'
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
  /** The open tab's panel. */
  children: ReactNode
}

export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)
  // Not scrollIntoView, which would scroll the page too.
  useEffect(() => {
    const open = list.current?.children[tabs.findIndex((tab) => tab.value === value)]
    if (!list.current || !(open instanceof HTMLElement)) return
    list.current.scrollTo({ left: open.offsetLeft - (list.current.clientWidth - open.offsetWidth) / 2 })
  }, [tabs, value])
  return (
    // The left arrow leads to the next tab where lines run from right to left.
    <DirectionProvider direction={document.dir === 'rtl' ? 'rtl' : 'ltr'}>
      <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
        <div className={styles.frame}>
          <BaseTabs.List ref={list} className={styles.list} aria-label={label}>
            {tabs.map((tab) => (
              <BaseTabs.Tab key={tab.value} value={tab.value} className={styles.tab}>
                <span className={styles.label} data-label={tab.label}>
                  {tab.label}
                </span>
                {tab.count !== undefined && <CountLabel count={tab.count} tone="quiet" />}
              </BaseTabs.Tab>
            ))}
          </BaseTabs.List>
        </div>
        <BaseTabs.Panel value={value} className={styles.panel}>
          {children}
        </BaseTabs.Panel>
      </BaseTabs.Root>
    </DirectionProvider>
  )
}
