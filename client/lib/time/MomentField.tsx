import { RadioCards } from '#client/ui/RadioCards.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import styles from './MomentField.module.css'
import { type Reading, readWallClock, type WallClock } from './wall-clock.ts'
import { formatMoment } from './when.ts'

interface Props {
  /** `Start` labels its two fields `Start date` and `Start time`. */
  label: string
  /** For one of several moments: the label names the group of its two fields, `Date` and `Start time`. */
  isGroup?: boolean
  name: string
  value: WallClock
  onChange: (value: WallClock) => void
  timeZone: string
  /** Without a time; the one field has the label as it is. */
  dayOnly?: boolean
  optional?: boolean
  error?: string | undefined
}

/** A date and a time in a zone. If the clocks change at that time, it asks which of two instants is meant. */
export function MomentField({
  label,
  isGroup,
  name,
  value,
  onChange,
  timeZone,
  dayOnly,
  optional,
  error,
}: Props) {
  const labels = isGroup
    ? { date: 'Date', time: 'Start time' }
    : { date: dayOnly ? label : `${label} date`, time: `${label} time` }
  const reading = dayOnly ? undefined : readWallClock(value, timeZone)
  const isAmbiguous = reading !== undefined && 'choices' in reading
  // A new date or time drops the choice.
  const change = ({ date = value.date, time = value.time }) => onChange({ date, time })
  return (
    <div className={styles.moment} {...(isGroup && { role: 'group', 'aria-label': label })}>
      <div className={dayOnly ? undefined : styles.clock}>
        <TextField
          label={labels.date}
          name={name}
          type="date"
          // Otherwise browsers accept years of six digits.
          max="9999-12-31"
          value={value.date}
          error={isAmbiguous ? undefined : error}
          onChange={(date) => change({ date })}
          {...(optional && { optional })}
        />
        {!dayOnly && (
          <TextField
            label={labels.time}
            name={`${name}.time`}
            type="time"
            value={value.time}
            onChange={(time) => change({ time })}
            {...(optional && { optional })}
          />
        )}
      </div>
      {reading?.kind === 'ok' && <p className={styles.reading}>{formatMoment(reading.instant, timeZone)}</p>}
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
    kind === 'gap'
      ? `Clocks skip ${value.time} on that day. Which time do you mean?`
      : `Clocks show ${value.time} twice on that day. Which one do you mean?`
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
          label: label('The first, before the clocks go back', choices[0]),
          hint: hint(choices[0]),
        },
        {
          value: 'later',
          label: label('The second, after the clocks go back', choices[1]),
          hint: hint(choices[1]),
        },
      ]}
    />
  )
}
