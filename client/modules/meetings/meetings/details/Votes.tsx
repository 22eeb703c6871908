import { useId, useState, useSyncExternalStore } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/meetings/messages.ts'
import type { MeetingProps } from '#client/modules/meetings/meetings/props.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { BREAKPOINTS } from '#client/ui/styles/breakpoints.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { ChooseDialog } from './ChooseDialog.tsx'
import styles from './details.module.css'
import { DeclineButton } from './LeaveMenu.tsx'
import { useVotes } from './use-votes.ts'
import { VotesList, VotesTable } from './VotesTable.tsx'

/** Width from which a table of times and a few people fits. */
const WIDE = BREAKPOINTS.columns
const MAX_COLUMNS = 5

/** Everyone's answers; the viewer's own are a form. */
export function Votes({ meeting, viewerId }: MeetingProps) {
  const isWide = useMedia(WIDE)
  const timeZone = useViewerZone()
  const [choosing, setChoosing] = useState<string>()
  const { form, isChanged } = useVotes(meeting, viewerId)
  const Answers = isWide && meeting.participants.length <= MAX_COLUMNS ? VotesTable : VotesList
  const canVote = meeting.actions.includes('vote')
  // The buttons are outside the form, because their dialogs have their own forms.
  const formId = useId()
  return (
    <div className={styles.form}>
      <form {...form.props} id={formId}>
        <Answers
          meeting={meeting}
          viewerId={viewerId}
          timeZone={timeZone}
          form={canVote ? form : undefined}
          onChoose={meeting.actions.includes('choose') ? setChoosing : undefined}
        />
      </form>
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      {canVote && (
        <div className={patterns.actions}>
          <Button type="submit" form={formId} busy={form.busy && words.saving()}>
            {m.votesSave()}
          </Button>
          {meeting.actions.includes('decline') && <DeclineButton meeting={meeting} />}
          <output className={patterns.muted}>{isChanged && m.votesUnsaved()}</output>
        </div>
      )}
      <ChooseDialog
        meeting={meeting}
        timeZone={timeZone}
        slot={choosing}
        onClose={() => setChoosing(undefined)}
      />
    </div>
  )
}

function useMedia(query: string) {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
