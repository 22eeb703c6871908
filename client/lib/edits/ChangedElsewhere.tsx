import { type ReactNode, useState } from 'react'

import * as m from '#shared/lib/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'

import { withField } from './merge.ts'
import type { EditConflict } from './saving.ts'

type Side = 'mine' | 'theirs'

export interface ChangedElsewhereProps<E extends object> {
  /** The edited thing. */
  what: 'availability' | 'event' | 'meeting' | 'note' | 'page' | 'profile' | 'section' | 'text'
  conflict: EditConflict<E>
  /** The label of the field at this path. */
  fieldName: (path: string) => string
  fieldValue: (path: string, value: unknown) => ReactNode
  onDecide: (edit: E) => void
  onLater: () => void
}

/** A choice for each field between the person's version and the one that was saved elsewhere in the meantime. */
export function ChangedElsewhere<E extends object>(props: ChangedElsewhereProps<E>) {
  const { what, conflict, fieldName, fieldValue, onDecide, onLater } = props
  const { merged, conflicts } = conflict
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const sideOf = (path: string) => sides[path] ?? 'mine'

  const decide = () => {
    const replaced = conflicts.filter(({ path }) => sideOf(path) === 'theirs')
    onDecide(replaced.reduce((edit, { path, theirs }) => withField(edit, path, theirs), merged))
  }

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
