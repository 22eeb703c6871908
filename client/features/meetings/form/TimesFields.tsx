import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { MEETING_LIMITS } from '#shared/meeting-rules.ts'
import type { BestTimes } from '#shared/meetings.ts'
import { OtherClocks } from '#client/features/meetings/OtherClocks.tsx'
import { bestTimes } from '#client/features/meetings/queries.ts'
import type { PersonZone } from '#client/features/meetings/times.ts'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import type { WallClock } from '#client/lib/time/wall-clock.ts'
import type { FieldErrors } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'

import { BestTimesList } from './BestTimesList.tsx'
import styles from './form.module.css'
import {
  EMPTY_SLOT,
  hasRoom,
  instantsOf,
  type Invitee,
  type SlotsDraft,
  withoutSlot,
  withSlot,
} from './meeting-draft.ts'

interface Props {
  draft: SlotsDraft
  /** Without the viewer. */
  people: readonly Invitee[]
  durationMinutes: number
  errors: FieldErrors
  onChange: (slots: WallClock[]) => void
}

/** The best common times first, then what is proposed: some of them, and times of one's own. */
export function TimesFields({ draft, people, durationMinutes, errors, onChange }: Props) {
  const { slots, timeZone } = draft
  const ids = people.map(({ id }) => id)
  const best = useQuery({ ...bestTimes(ids, durationMinutes), throwOnError: false })
  const zones = zonesOfPeople(best.data, people)
  const group = useRef<HTMLDivElement>(null)
  const focusLater = (selector: string) =>
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>(selector)?.focus())

  const add = () => {
    onChange([...slots, { ...EMPTY_SLOT, time: slots.at(-1)?.time ?? '' }])
    focusLater('li:last-of-type input')
  }
  const remove = (index: number) => {
    onChange(slots.length > 1 ? slots.toSpliced(index, 1) : [EMPTY_SLOT])
    focusLater(slots.length > 1 ? 'button' : 'input')
  }

  return (
    <FieldGroup legend="Times" hint={`Propose up to ${MEETING_LIMITS.slots} times, in your own time zone.`}>
      <BestTimesList
        best={best}
        hasPeople={ids.length > 0}
        durationMinutes={durationMinutes}
        timeZone={timeZone}
        zones={zones}
        chosen={instantsOf(draft)}
        onAdd={hasRoom(draft) ? (instant) => onChange(withSlot(draft, instant)) : undefined}
        onRemove={(instant) => onChange(withoutSlot(draft, instant))}
      />
      <div ref={group} className={styles.group}>
        <h2 className={styles.subtitle}>Times you propose</h2>
        <ol className={styles.slots}>
          {slots.map((slot, index) => (
            // A row has no identity but its place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <div className={styles.slot}>
                <MomentField
                  label={`Time ${index + 1}`}
                  isGroup
                  name={`slots.${index}`}
                  value={slot}
                  timeZone={timeZone}
                  error={errors[`slots.${index}`]}
                  onChange={(next) => onChange(slots.with(index, next))}
                />
                {instantsOf({ slots: [slot], timeZone }).map((instant) => (
                  <div key={instant} className={styles.when}>
                    <OtherClocks
                      startsAt={instant}
                      durationMinutes={durationMinutes}
                      people={zones}
                      viewerZone={timeZone}
                    />
                  </div>
                ))}
              </div>
              {(slots.length > 1 || slot.date || slot.time) && (
                <Button variant="quiet" aria-label={`Remove time ${index + 1}`} onClick={() => remove(index)}>
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ol>
        {slots.length < MEETING_LIMITS.slots && (
          <div>
            <Button variant="secondary" onClick={add}>
              Add another time
            </Button>
          </div>
        )}
      </div>
    </FieldGroup>
  )
}

const zonesOfPeople = (best: BestTimes | undefined, people: readonly Invitee[]): PersonZone[] =>
  (best?.zones ?? []).flatMap(({ memberId, timeZone }) => {
    const person = people.find(({ id }) => id === memberId)
    return person ? [{ name: person.displayName, timeZone }] : []
  })
