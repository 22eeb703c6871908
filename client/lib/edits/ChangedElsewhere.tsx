import { type ReactNode, useState } from 'react'

import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { RadioCards } from '#client/ui/RadioCards.tsx'

import { withField } from './merge.ts'
import type { Overtaken } from './saving.ts'

type Side = 'mine' | 'theirs'

interface Props<E extends object> {
  /** Such as "profile". */
  what: string
  overtaken: Overtaken<E>
  /** The label of the field at this path. */
  fieldName: (path: string) => string
  fieldValue: (path: string, value: unknown) => ReactNode
  onDecide: (edit: E) => void
  onLater: () => void
}

/** Field by field: the person's version, or the one saved elsewhere in the meantime. */
export function ChangedElsewhere<E extends object>(props: Props<E>) {
  const { what, overtaken, fieldName, fieldValue, onDecide, onLater } = props
  const { merged, conflicts } = overtaken
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
      title={`This ${what} was changed elsewhere`}
      actions={
        <>
          <Button variant="secondary" onClick={onLater}>
            Keep editing
          </Button>
          <Button onClick={decide}>Save</Button>
        </>
      }
    >
      <p>
        It was saved in another window, on another device or by someone else while you were editing. Nothing
        was overwritten. Choose which version to keep.
      </p>
      {conflicts.map(({ path, mine, theirs }) => (
        <RadioCards
          key={path}
          label={fieldName(path)}
          name={path}
          value={sideOf(path)}
          onChange={(side) => setSides({ ...sides, [path]: side })}
          options={[
            { value: 'mine', label: 'Keep mine', hint: fieldValue(path, mine) },
            { value: 'theirs', label: 'Use the other version', hint: fieldValue(path, theirs) },
          ]}
        />
      ))}
    </Dialog>
  )
}
