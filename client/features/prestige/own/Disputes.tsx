import { useState } from 'react'

import type { ConfirmedEntry, PrestigeDispute, PrestigeEntry } from '#shared/prestige.ts'
import { PRESTIGE_LIMITS } from '#shared/prestige-rules.ts'
import { useDispute } from '#client/features/prestige/queries.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { useForm } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { MoreIcon } from '#client/ui/member-icons.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { TextField } from '#client/ui/TextField.tsx'
import { useToast } from '#client/ui/toast.ts'

import styles from './own.module.css'

type Entry = PrestigeEntry | ConfirmedEntry

/** What was disputed of an entry, and what an admin decided. */
export const Disputes = ({ entry }: { entry: Entry }) =>
  entry.disputes.map((dispute) => <Dispute key={dispute.at} dispute={dispute} />)

const Dispute = ({ dispute: { by, mine, reason, at, decision } }: { dispute: PrestigeDispute }) => (
  <div className={styles.dispute}>
    <p>
      {mine ? 'You' : (by?.displayName ?? 'Someone who confirmed it')} disputed this on <DateOf at={at} />:{' '}
      <q>{reason}</q>
    </p>
    <p className={patterns.small}>
      {decision ? (
        <>
          An admin decided on <DateOf at={decision.at} /> that the entry{' '}
          {decision.outcome === 'voided' ? 'doesn’t count' : 'still counts'}: <q>{decision.reason}</q>
        </>
      ) : (
        'An admin will decide. Until then, the entry counts.'
      )}
    </p>
  </div>
)

/** At the end of the entry's first line. Its place stays where an entry cannot be disputed. */
export function EntryMenu({ entry }: { entry: Entry }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.menu}>
      {entry.disputable && (
        <>
          <Menu
            label={`More options for: ${entry.sentence}`}
            trigger={<MoreIcon />}
            items={[{ label: 'Dispute', onSelect: () => setOpen(true) }]}
          />
          <Dialog open={open} onClose={() => setOpen(false)} title="Dispute this entry">
            <DisputeForm entry={entry} onSent={() => setOpen(false)} />
          </Dialog>
        </>
      )}
    </div>
  )
}

const { min, max } = PRESTIGE_LIMITS.reason

function DisputeForm({ entry, onSent }: { entry: Entry; onSent: () => void }) {
  const dispute = useDispute(entry.id)
  const toast = useToast()
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim().length < min ? { reason: `Enter a reason (at least ${min} characters).` } : {},
    async submit({ reason }) {
      await dispute.mutateAsync(reason.trim())
      toast('Dispute sent. An admin will decide.', { tone: 'success' })
      onSent()
    },
  })
  return (
    <form {...form.props} className={styles.form}>
      <p>
        <strong>{entry.sentence}</strong>
      </p>
      <p>
        An admin decides, and everyone who raised a dispute sees the decision, as does the person who earned
        the entry.
      </p>
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <TextField
        {...form.field('reason')}
        label="What is wrong with it?"
        multiline
        rows={4}
        maxLength={max}
      />
      <div className={patterns.endActions}>
        <Button type="submit" busy={form.busy && 'Sending…'}>
          Send dispute
        </Button>
      </div>
    </form>
  )
}
