import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import { Button } from '#client/ui/Button.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'

import { WEEKDAYS } from './week.ts'

interface Props {
  source: number
  /** Whether the day has no hours, so that the others will have none. */
  isEmpty: boolean
  onCopy: (targets: readonly number[]) => void
  onClose: () => void
}

export function CopyDay({ source, isEmpty, onCopy, onClose }: Props) {
  const [targets, setTargets] = useState<readonly number[]>([])
  const others = WEEKDAYS.filter(({ day }) => day !== source)
  const name = WEEKDAYS[source - 1]!.name
  const toggle = (day: number, isChosen: boolean) =>
    setTargets(isChosen ? [...targets, day] : targets.filter((other) => other !== day))
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.copyDay({ day: name })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.cancel()}
          </Button>
          <Button disabled={targets.length === 0} onClick={() => onCopy(targets)}>
            {m.copyHours()}
          </Button>
        </>
      }
    >
      <p>{isEmpty ? m.copyEmpty({ day: name }) : m.copyReplaces()}</p>
      {others.map(({ day, name: label }) => (
        <CheckboxField
          key={day}
          label={label}
          checked={targets.includes(day)}
          onChange={(isChosen) => toggle(day, isChosen)}
        />
      ))}
    </Dialog>
  )
}
