import { useState } from 'react'

import type { ProfileEdit } from '#shared/members.ts'
import { withField } from '#client/lib/profile-merge.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { RadioCards } from '#client/ui/RadioCards.tsx'

import { fieldName, FieldValue } from './field-words.tsx'
import type { Overtaken } from './saving.ts'

type Side = 'mine' | 'theirs'

interface Props {
  overtaken: Overtaken
  onDecide: (edit: ProfileEdit) => void
  onLater: () => void
}

/** Field by field: what the person typed, or what was saved elsewhere meanwhile. */
export function ChangedElsewhere({ overtaken: { merged, conflicts }, onDecide, onLater }: Props) {
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
      title="Your profile was changed elsewhere"
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
        While you were writing, it was saved in another window or on another device. Nothing was overwritten.
        Choose what should stand.
      </p>
      {conflicts.map(({ path, mine, theirs }) => (
        <RadioCards
          key={path}
          label={fieldName(path)}
          name={path}
          value={sideOf(path)}
          onChange={(side) => setSides({ ...sides, [path]: side })}
          options={[
            { value: 'mine', label: 'What you typed', hint: <FieldValue path={path} value={mine} /> },
            { value: 'theirs', label: 'What it says now', hint: <FieldValue path={path} value={theirs} /> },
          ]}
        />
      ))}
    </Dialog>
  )
}
