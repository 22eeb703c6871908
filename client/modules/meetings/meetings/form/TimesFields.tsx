import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import { MEETING_LIMITS } from '#shared/meetings/rules.ts'
import type { BestTimes } from '#shared/meetings/schema.ts'
import { OtherClocks } from '#client/modules/meetings/meetings/OtherClocks.tsx'
import { bestTimes, busyFile } from '#client/modules/meetings/meetings/queries.ts'
import type { PersonZone } from '#client/modules/meetings/meetings/times.ts'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import type { WallClock } from '#client/lib/time/wall-clock.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { BestTimesList } from './BestTimesList.tsx'
import { isBusyAt } from './busy-times.ts'
import { BusyTimes } from './BusyTimes.tsx'
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
  /** Participants without the viewer. */
  people: readonly Invitee[]
  durationMinutes: number
  errors: FieldErrors
  onChange: (slots: WallClock[]) => void
}

/** The best common times first, then the proposed ones, which may also be custom times. */
export function TimesFields({ draft, people, durationMinutes, errors, onChange }: Props) {
  const { slots, timeZone } = draft
  const ids = people.map(({ id }) => id)
  const best = useQuery({ ...bestTimes(ids, durationMinutes), throwOnError: false })
  const { data: busy } = useQuery(busyFile)
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
    <FieldGroup legend={m.timesTitle()} hint={m.timesHint({ most: MEETING_LIMITS.slots })}>
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
      <BusyTimes />
      <div ref={group} className={styles.group}>
        <h2 className={styles.subtitle}>{m.timesProposed()}</h2>
        <ol className={styles.slots}>
          {slots.map((slot, index) => (
            // A row has no identity but its position.
            //
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <div className={styles.slot}>
                <MomentField
                  group={m.timesNumber({ position: index + 1 })}
                  labels={{ date: words.momentDay(), time: words.momentStart() }}
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
                    {busy && isBusyAt(busy, instant, durationMinutes) && (
                      <p className={patterns.small}>{m.busyThen({ file: busy.name })}</p>
                    )}
                  </div>
                ))}
              </div>
              {(slots.length > 1 || slot.date || slot.time) && (
                <Button
                  variant="quiet"
                  aria-label={m.timesRemove({ position: index + 1 })}
                  onClick={() => remove(index)}
                >
                  {words.remove()}
                </Button>
              )}
            </li>
          ))}
        </ol>
        {slots.length < MEETING_LIMITS.slots && (
          <div>
            <Button variant="secondary" onClick={add}>
              {m.timesAdd()}
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
