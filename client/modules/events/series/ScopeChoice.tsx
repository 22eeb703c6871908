import { useState } from 'react'

import * as m from '#shared/events/messages.ts'
import * as words from '#shared/lib/messages.ts'
import type { SeriesScope } from '#shared/events/rules.ts'
import type { SeriesPreview } from '#shared/events/series.ts'
import { formatWhen } from '#client/lib/time/when.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { effectLabel, type SeriesChange } from './choices.ts'
import styles from './series.module.css'

interface ChoiceProps {
  preview: SeriesPreview
  scope: SeriesScope
  onChange: (scope: SeriesScope) => void
  change: SeriesChange
}

/** Asks which events of a series a change is for, and shows what it does. */
export function ScopeChoice({ preview: { scopes, dates }, scope, onChange, change }: ChoiceProps) {
  const hasEarlier = dates.some(({ isEarlier }) => isEarlier)
  const options = [
    { value: 'this' as const, label: m.seriesScopeThis() },
    { value: 'following' as const, label: m.seriesScopeFollowing() },
    // Without earlier dates, "all" means the same as "following".
    ...(hasEarlier ? [{ value: 'all' as const, label: m.seriesScopeAll() }] : []),
  ]
  const shown = dates.filter(({ isEarlier }) => scope === 'all' || !isEarlier)
  return (
    <>
      <RadioCards
        label={m.seriesScope()}
        name="scope"
        value={scope}
        onChange={onChange}
        options={options.map((option) => ({ ...option, hint: effectLabel(scopes[option.value], change) }))}
      />
      {scope !== 'this' && (
        <details>
          <summary className={styles.summary}>{m.seriesScopeDates({ count: shown.length })}</summary>
          <ul className={styles.dates}>
            {shown.map((date) => (
              <PreviewDate key={date.id} date={date} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function PreviewDate({ date }: { date: SeriesPreview['dates'][number] }) {
  const [{ days, times, zone }] = formatWhen(date, date.timeZone)
  const length = Date.parse(date.endsAt) - Date.parse(date.startsAt)
  const was =
    date.was &&
    formatWhen(
      { ...date, startsAt: date.was, endsAt: new Date(Date.parse(date.was) + length).toISOString() },
      date.timeZone,
    )[0]
  return (
    <li>
      <span>
        {days}, {times} {zone}
      </span>
      {was && (
        <span className={patterns.muted}>
          {m.seriesWas({ time: was.days === days ? was.times : `${was.days}, ${was.times}` })}
        </span>
      )}
      {!date.isChanged && (
        <span className={styles.problem}>{m.seriesStays({ problem: date.problem ?? '' })}</span>
      )}
    </li>
  )
}

interface DialogProps {
  preview: SeriesPreview
  onChoose: (scope: SeriesScope) => void
  onClose: () => void
}

/** Asked before an edit is saved. */
export function ScopeDialog({ preview, onChoose, onClose }: DialogProps) {
  const [scope, setScope] = useState<SeriesScope>('this')
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.editorSave()}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {words.keepEditing()}
          </Button>
          <Button onClick={() => onChoose(scope)}>{m.editorSave()}</Button>
        </>
      }
    >
      <Stack>
        <ScopeChoice preview={preview} scope={scope} onChange={setScope} change="edit" />
      </Stack>
    </Dialog>
  )
}
