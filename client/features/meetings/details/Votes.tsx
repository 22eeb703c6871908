import { useId, useState, useSyncExternalStore } from 'react'

import type { MeetingProps } from '#client/features/meetings/props.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'

import { ChooseDialog } from './ChooseDialog.tsx'
import styles from './details.module.css'
import { DeclineButton } from './LeaveMenu.tsx'
import { useVotes } from './use-votes.ts'
import { VotesList, VotesTable } from './VotesTable.tsx'

/** Where a table of times and a few people has room. */
const WIDE = '(width >= 68.75em)'
const MOST_COLUMNS = 5

/** Who has answered what; the viewer's own answers are a form. */
export function Votes({ meeting, viewerId }: MeetingProps) {
  const isWide = useMedia(WIDE)
  const timeZone = useViewerZone()
  const [choosing, setChoosing] = useState<string>()
  const { form, isChanged } = useVotes(meeting, viewerId)
  const Answers = isWide && meeting.participants.length <= MOST_COLUMNS ? VotesTable : VotesList
  const canVote = meeting.actions.includes('vote')
  // The buttons are outside of the form: their dialogs have forms of their own.
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
          <Button type="submit" form={formId} busy={form.busy && 'Saving…'}>
            Save answers
          </Button>
          {meeting.actions.includes('decline') && <DeclineButton meeting={meeting} />}
          <output className={patterns.muted}>{isChanged && 'Unsaved changes'}</output>
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
