import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/prestige/messages.ts'
import type { ConfirmedEntry, PrestigeDispute, PrestigeEntry } from '#shared/prestige/schema.ts'
import { PRESTIGE_LIMITS } from '#shared/prestige/rules.ts'
import { sendDispute } from '#client/modules/prestige/queries.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { MoreIcon } from '#client/ui/icons/member-icons.tsx'
import { Menu } from '#client/ui/overlays/Menu.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ReasonDialog } from '#client/ui/overlays/ReasonDialog.tsx'
import { rich } from '#client/ui/rich.tsx'
import { useToast } from '#client/lib/toast.ts'

import styles from './own.module.css'

type Entry = PrestigeEntry | ConfirmedEntry

/** Disputes of an entry, with the admin's decisions. */
export const Disputes = ({ entry }: { entry: Entry }) =>
  entry.disputes.map((dispute) => <Dispute key={dispute.at} dispute={dispute} />)

const Dispute = ({ dispute }: { dispute: PrestigeDispute }) => (
  <div className={styles.dispute}>
    <p>{rich(raisedBy(dispute))}</p>
    <p className={patterns.small}>{rich(outcomeOf(dispute))}</p>
  </div>
)

const inMessage = ({ at, reason }: { at: string; reason: string }) => ({
  date: <DateOf at={at} />,
  reason: <q>{reason}</q>,
})

function raisedBy({ by, mine, ...dispute }: PrestigeDispute) {
  if (mine) return m.disputeMine(inMessage(dispute))
  return by
    ? m.disputeBy({ name: by.displayName, ...inMessage(dispute) })
    : m.disputeByConfirmer(inMessage(dispute))
}

function outcomeOf({ decision }: PrestigeDispute) {
  if (!decision) return m.disputeOpen()
  const message = decision.outcome === 'voided' ? m.disputeVoided : m.disputeUpheld
  return message(inMessage(decision))
}

/** Shown at the end of the entry's first line. Its space stays reserved when an entry cannot be disputed. */
export function EntryMenu({ entry }: { entry: Entry }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.menu}>
      {entry.disputable && (
        <>
          <Menu
            label={m.disputeMenu(entry)}
            trigger={<MoreIcon />}
            items={[{ label: m.dispute(), onSelect: () => setOpen(true) }]}
          />
          <DisputeDialog entry={entry} open={open} onClose={() => setOpen(false)} />
        </>
      )}
    </div>
  )
}

function DisputeDialog({ entry, open, onClose }: { entry: Entry; open: boolean; onClose: () => void }) {
  const cache = useQueryClient()
  const toast = useToast()
  const labels = {
    question: m.disputeQuestion(),
    consequence: (
      <>
        <p>
          <strong>{entry.sentence}</strong>
        </p>
        <p>{m.disputeConsequence()}</p>
      </>
    ),
    label: m.disputeReason(),
    button: m.disputeSend(),
    busy: words.sending(),
  }
  return (
    <ReasonDialog
      labels={open ? labels : undefined}
      draft={`dispute:${entry.id}`}
      limits={PRESTIGE_LIMITS.reason}
      onClose={onClose}
      onSubmit={async (reason) => {
        await sendDispute(cache, entry.id, reason)
        toast(m.disputeSent(), { tone: 'success' })
        onClose()
      }}
    />
  )
}
