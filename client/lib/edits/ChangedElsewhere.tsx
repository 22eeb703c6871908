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
  /** What people call the field at this path. */
  fieldName: (path: string) => string
  fieldValue: (path: string, value: unknown) => ReactNode
  onDecide: (edit: E) => void
  onLater: () => void
}

/** Field by field: what the person typed, or what was saved elsewhere meanwhile. */
export function ChangedElsewhere<E extends object>(props: Props<E>) {
  const { what, overtaken, fieldName, fieldValue, onDecide, onLater } = props
  const { merged, conflicts } = overtaken
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const sideOf = (path: string) => sides[path] ?? 'mine'

  const decide = () => {
    const taken = conflicts.filter(({ path }) => sideOf(path) === 'theirs')
    onDecide(taken.reduce((edit, { path, theirs }) => withField(edit, path, theirs), merged))
  }

  return (
    <Dialog
      open
      onClose={onLater}
      title={`This ${what} was changed elsewhere`}
      actions={
        <>
          <Button variant="secondary" onClick={onLater}>
            Back to the form
          </Button>
          <Button onClick={decide}>Save with these</Button>
        </>
      }
    >
      <p>
        While you were writing, it was saved in another window, on another device or by somebody else. Nothing
        was overwritten. Choose what should stand.
      </p>
      {conflicts.map(({ path, mine, theirs }) => (
        <RadioCards
          key={path}
          label={fieldName(path)}
          name={path}
          value={sideOf(path)}
          onChange={(side) => setSides({ ...sides, [path]: side })}
          options={[
            { value: 'mine', label: 'What you typed', hint: fieldValue(path, mine) },
            { value: 'theirs', label: 'What it says now', hint: fieldValue(path, theirs) },
          ]}
        />
      ))}
    </Dialog>
  )
}
