import { type Reading, readWallClock, type WallClock } from '#client/lib/time/wall-clock.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { RadioCards } from '#client/ui/RadioCards.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import styles from './fields.module.css'

interface Props {
  /** Such as "Starts"; its two fields are named after it. */
  label: string
  name: string
  value: WallClock
  onChange: (value: WallClock) => void
  timeZone: string
  /** Without a time of the day. */
  dayOnly?: boolean
  optional?: boolean
  error?: string | undefined
}

/** A day and a time by the clocks of a zone. Where those are changed just then, it asks which is meant. */
export function MomentField({ label, name, value, onChange, timeZone, dayOnly, optional, error }: Props) {
  const reading = dayOnly ? undefined : readWallClock(value, timeZone)
  const asks = reading !== undefined && 'choices' in reading
  // Another time is another question.
  const change = ({ date = value.date, time = value.time }) => onChange({ date, time })
  return (
    <div className={styles.moment}>
      <div className={dayOnly ? undefined : styles.clock}>
        <TextField
          label={dayOnly ? label : `${label}: day`}
          name={name}
          type="date"
          // A year of four digits, or the field takes six.
          max="9999-12-31"
          value={value.date}
          error={asks ? undefined : error}
          onChange={(date) => change({ date })}
          {...(optional && { optional })}
        />
        {!dayOnly && (
          <TextField
            label={`${label}: time`}
            name={`${name}.time`}
            type="time"
            value={value.time}
            onChange={(time) => change({ time })}
            {...(optional && { optional })}
          />
        )}
      </div>
      {reading?.kind === 'ok' && <p className={styles.reading}>{formatMoment(reading.instant, timeZone)}</p>}
      {asks && <WhichTime {...{ name, value, onChange, timeZone, reading, error }} />}
    </div>
  )
}

interface WhichTimeProps extends Pick<Props, 'name' | 'value' | 'onChange' | 'timeZone' | 'error'> {
  reading: Extract<Reading, { choices: unknown }>
}

function WhichTime({ name, value, onChange, timeZone, reading, error }: WhichTimeProps) {
  const { kind, choices } = reading
  const asked =
    kind === 'gap'
      ? `On that day the clocks jump over ${value.time}. Which do you mean?`
      : `On that day the clocks show ${value.time} twice. Which do you mean?`
  const hint = (instant: string) =>
    kind === 'gap' ? undefined : `${new Date(instant).toISOString().slice(11, 16)} UTC`
  const words = (which: string, instant: string) =>
    kind === 'gap' ? formatMoment(instant, timeZone, value.date) : which
  return (
    <RadioCards
      label={asked}
      name={`${name}.choice`}
      value={value.choice ?? ''}
      error={error}
      onChange={(choice) => onChange({ ...value, choice })}
      options={[
        {
          value: 'earlier',
          label: words('The first time, before the clocks go back', choices[0]),
          hint: hint(choices[0]),
        },
        {
          value: 'later',
          label: words('The second time, after they went back', choices[1]),
          hint: hint(choices[1]),
        },
      ]}
    />
  )
}
