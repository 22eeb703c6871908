import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'

import { Notes } from './Notes.tsx'
import { Outcomes } from './Outcomes.tsx'
import { Promises } from './Promises.tsx'
import { ThanksCard } from './ThanksCard.tsx'

/** Notes, outcomes, promises and thanks of a meeting that took place. */
export const FollowUp = (props: MeetingProps) => (
  <>
    <Notes {...props} />
    <Outcomes {...props} />
    <Promises {...props} />
    <ThanksCard {...props} />
  </>
)
