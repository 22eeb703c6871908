import { type ReactNode, useState } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'

import type { Conflict } from './merge.ts'

type Side = 'mine' | 'theirs'

export interface ChangedElsewhereProps {
  /** The edited thing. */
  what: 'availability' | 'chapter' | 'event' | 'meeting' | 'note' | 'page' | 'profile' | 'section' | 'text'
  conflicts: readonly Conflict[]
  /** The label of the field at this path. */
  fieldName: (path: string) => string
  fieldValue: (path: string, value: unknown) => ReactNode
  /** @param replaced conflicts in which the other version was chosen */
  onDecide: (replaced: readonly Conflict[]) => void
  onLater: () => void
}

/** A choice for each field between the person's version and the one that was saved elsewhere in the meantime. */
export function ChangedElsewhere(props: ChangedElsewhereProps) {
  const { what, conflicts, fieldName, fieldValue, onDecide, onLater } = props
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const sideOf = (path: string) => sides[path] ?? 'mine'

  const decide = () => onDecide(conflicts.filter(({ path }) => sideOf(path) === 'theirs'))

  return (
    <Dialog
      open
      onClose={onLater}
      title={m.changedTitle({ what })}
      actions={
        <>
          <Button variant="secondary" onClick={onLater}>
            {m.keepEditing()}
          </Button>
          <Button onClick={decide}>{m.save()}</Button>
        </>
      }
    >
      <p>{m.changedText()}</p>
      {conflicts.map(({ path, mine, theirs }) => (
        <RadioCards
          key={path}
          label={fieldName(path)}
          name={path}
          value={sideOf(path)}
          onChange={(side) => setSides({ ...sides, [path]: side })}
          options={[
            { value: 'mine', label: m.changedMine(), hint: fieldValue(path, mine) },
            { value: 'theirs', label: m.changedTheirs(), hint: fieldValue(path, theirs) },
          ]}
        />
      ))}
    </Dialog>
  )
}
