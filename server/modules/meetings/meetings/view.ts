import { isoInstant } from '#server/lib/clock.ts'
import { defineView } from '#server/views/view.ts'
import { indexed } from '#shared/lib/words.ts'

import { meetings } from './collection.ts'
import type { MeetingDocument } from './document/document.ts'
import { confirmUntil, endOf, isRemoved } from './document/state.ts'

/** `document` is JSON, because the status for a viewer depends on the time, and on which of the others can be met. */
export const meetingView = defineView({
  of: meetings,
  name: 'meeting',
  columns: {
    state: 'TEXT NOT NULL',
    organiser: 'TEXT NOT NULL',
    proposedAt: 'TEXT NOT NULL',
    /** Id of the ask from which it results. */
    ask: 'TEXT',
    startsAt: 'TEXT',
    endsAt: 'TEXT',
    /** Words of the purpose. */
    words: 'TEXT NOT NULL',
    document: 'TEXT NOT NULL',
  },
  indexes: ['state, startsAt'],
  lists: {
    /**
     * Everyone in it, and those who left. A query goes through all meetings of one member, which are few.
     * `confirmUntil` also applies to a held meeting until the member has confirmed it; `hasMet` from then on.
     */
    meetingMember: {
      columns: {
        memberId: 'TEXT NOT NULL',
        part: "TEXT NOT NULL CHECK (part IN ('in', 'removed', 'left'))",
        closesAt: 'TEXT NOT NULL',
        needsAttention: 'INTEGER NOT NULL',
        confirmUntil: 'TEXT',
        hasMet: 'INTEGER NOT NULL',
      },
      key: ['memberId', 'closesAt', 'number'],
    },
  },
  revision: 3,
  rowsOf(meeting: MeetingDocument) {
    const { state, organiser, startsAt, closesAt, proposedAt, attentionOf, source } = meeting
    return {
      meeting: {
        state,
        organiser,
        proposedAt,
        ask: source?.kind === 'ask' ? source.id : undefined,
        startsAt,
        endsAt: startsAt && isoInstant(endOf(meeting)),
        words: indexed(meeting.purpose),
        document: JSON.stringify(meeting),
      },
      meetingMember: partsIn(meeting).map(([memberId, part]) => ({
        memberId,
        part,
        closesAt,
        needsAttention: attentionOf.includes(memberId),
        confirmUntil:
          part === 'in' && canStillConfirm(meeting, memberId) ? isoInstant(confirmUntil(meeting)) : undefined,
        hasMet:
          state === 'held' && meeting.confirmations.some(({ member, held }) => held && member === memberId),
      })),
    }
  },
})

function partsIn(meeting: MeetingDocument) {
  const parts = new Map<string, 'in' | 'removed' | 'left'>()
  for (const { member } of meeting.departures) parts.set(member, 'left')
  for (const id of meeting.participants) parts.set(id, isRemoved(meeting, id) ? 'removed' : 'in')
  return [...parts]
}

const canStillConfirm = ({ state, confirmations }: MeetingDocument, memberId: string) =>
  state === 'held' && !confirmations.some(({ member }) => member === memberId)
