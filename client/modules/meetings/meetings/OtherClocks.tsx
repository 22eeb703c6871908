import { formatList } from '#shared/lib/lists.ts'
import * as m from '#shared/meetings/messages.ts'
import { IsolatedText } from '#client/ui/text/IsolatedText.tsx'
import { rich } from '#client/ui/rich.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { otherClocks, type PersonZone } from './times.ts'

interface Props {
  startsAt: string
  durationMinutes: number
  people: readonly PersonZone[]
  viewerZone: string
}

/** The time for others whose clocks differ from the viewer's. */
export const OtherClocks = ({ startsAt, durationMinutes, ...rest }: Props) =>
  otherClocks(startsAt, durationMinutes, rest).map(({ times, names }) => (
    <p key={times} className={patterns.small}>
      {rich(m.clockFor({ times, names: <IsolatedText>{formatList(names)}</IsolatedText> }))}
    </p>
  ))
