import type { PrivateNote } from '#shared/connections.ts'
import { formatOn } from '#client/lib/dates.ts'
import { Button } from '#client/ui/Button.tsx'
import { Notice } from '#client/ui/Notice.tsx'

import styles from './details.module.css'

interface Props {
  note: PrivateNote
  onKeep: () => void
  onTake: () => void
}

/** The version that was saved on another device in the meantime, and the choice between the two. */
export const OtherNote = ({ note: { text, getInTouchOn }, onKeep, onTake }: Props) => (
  <Notice
    tone="warning"
    title="This note was changed elsewhere in the meantime."
    actions={
      <>
        <Button variant="secondary" onClick={onKeep}>
          Keep what stands here
        </Button>
        <Button variant="quiet" onClick={onTake}>
          Take the other one
        </Button>
      </>
    }
  >
    <p>Nothing was overwritten. The other one says:</p>
    <blockquote className={styles.other}>{text || 'Nothing.'}</blockquote>
    {getInTouchOn && <p>Get in touch on {formatOn(getInTouchOn)}.</p>}
    <p>What you keep is saved with the next press of the button.</p>
  </Notice>
)
