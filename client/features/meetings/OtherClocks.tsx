import patterns from '#client/ui/patterns.module.css'

import { listNames } from './people.ts'
import { otherClocks, type PersonZone } from './times.ts'

interface Props {
  startsAt: string
  durationMinutes: number
  people: readonly PersonZone[]
  viewerZone: string
}

/** What time it is for others whose clocks show something else. */
export const OtherClocks = ({ startsAt, durationMinutes, ...rest }: Props) =>
  otherClocks(startsAt, durationMinutes, rest).map(({ times, names }) => (
    <p key={times} className={patterns.small}>
      {times} for {listNames(names)}
    </p>
  ))
