import { type ReactNode, useState } from 'react'

import * as m from '#shared/search/messages.ts'
import type { Content } from '#shared/lib/language/format.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { keyedPlaces } from './results.ts'
import styles from './search.module.css'
import { areShortcutsOn, GO, LIST, switchShortcuts } from './shortcuts.ts'

/** All keys of the app, and the switch for those that are single letters. */
export function ShortcutList({ role, onClose }: { role: MemberRole; onClose: () => void }) {
  const [isOn, setOn] = useState(areShortcutsOn)
  return (
    <Dialog open title={m.shortcuts()} onClose={onClose}>
      <CheckboxField
        label={m.shortcutsOn()}
        hint={m.shortcutsHint()}
        checked={isOn}
        onChange={(wanted) => {
          setOn(wanted)
          switchShortcuts(wanted)
        }}
      />
      <ul className={patterns.ruled}>
        <Shortcut label={m.title()}>{rich(m.shortcutSearch({ key }))}</Shortcut>
        {isOn && <Shortcut label={m.shortcuts()}>{key(LIST)}</Shortcut>}
        {isOn &&
          keyedPlaces(role).map((place) => (
            <Shortcut key={place.to} label={place.label}>
              {rich(m.shortcutSequence({ key, first: GO.toUpperCase(), second: place.key.toUpperCase() }))}
            </Shortcut>
          ))}
      </ul>
    </Dialog>
  )
}

const Shortcut = ({ label, children }: { label: string; children: ReactNode }) => (
  <li className={styles.shortcut}>
    {label} <span>{children}</span>
  </li>
)

const key = (content: Content) => <kbd className={styles.key}>{rich(content)}</kbd>
