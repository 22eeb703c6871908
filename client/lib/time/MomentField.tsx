import * as m from '#shared/lib/messages.ts'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { DateField } from '#client/ui/form/DateField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './MomentField.module.css'
import { type Reading, readWallClock, type WallClock } from './wall-clock.ts'
import { formatMoment } from './when.ts'

interface Props {
  labels: { date: string; time: string }
  /** Names the group of the two fields, for one of several moments. */
  group?: string
  name: string
  value: WallClock
  onChange: (value: WallClock) => void
  timeZone: string
  /** Asks for the day only. */
  dayOnly?: boolean
  optional?: boolean
  error?: string | undefined
}

/** A date and a time in a zone. If the clocks change at that time, it asks which of two instants is meant. */
export function MomentField({
  labels,
  group,
  name,
  value,
  onChange,
  timeZone,
  dayOnly,
  optional,
  error,
}: Props) {
  const reading = dayOnly ? undefined : readWallClock(value, timeZone)
  const isAmbiguous = reading !== undefined && 'choices' in reading
  // A new date or time clears the choice.
  const change = ({ date = value.date, time = value.time }) => onChange({ date, time })
  return (
    <div className={styles.moment} role={group && 'group'} aria-label={group}>
      <div className={dayOnly ? undefined : styles.clock}>
        <DateField
          label={labels.date}
          name={name}
          value={value.date}
          error={isAmbiguous ? undefined : error}
          onChange={(date) => change({ date })}
          optional={optional}
        />
        {!dayOnly && (
          <TextField
            label={labels.time}
            name={`${name}.time`}
            type="time"
            value={value.time}
            onChange={(time) => change({ time })}
            optional={optional}
          />
        )}
      </div>
      {reading?.kind === 'ok' && <p className={patterns.small}>{formatMoment(reading.instant, timeZone)}</p>}
      {isAmbiguous && <AmbiguousTime {...{ name, value, onChange, timeZone, reading, error }} />}
    </div>
  )
}

interface AmbiguousTimeProps extends Pick<Props, 'name' | 'value' | 'onChange' | 'timeZone' | 'error'> {
  reading: Extract<Reading, { choices: unknown }>
}

function AmbiguousTime({ name, value, onChange, timeZone, reading, error }: AmbiguousTimeProps) {
  const { kind, choices } = reading
  const question =
    kind === 'gap' ? m.momentSkipped({ time: value.time }) : m.momentTwice({ time: value.time })
  const hint = (instant: string) =>
    kind === 'gap' ? undefined : `${new Date(instant).toISOString().slice(11, 16)} UTC`
  const label = (which: string, instant: string) =>
    kind === 'gap' ? formatMoment(instant, timeZone, value.date) : which
  return (
    <RadioCards
      label={question}
      name={`${name}.choice`}
      value={value.choice ?? ''}
      error={error}
      onChange={(choice) => onChange({ ...value, choice })}
      options={[
        {
          value: 'earlier',
          label: label(m.momentFirst(), choices[0]),
          hint: hint(choices[0]),
        },
        {
          value: 'later',
          label: label(m.momentSecond(), choices[1]),
          hint: hint(choices[1]),
        },
      ]}
    />
  )
}
