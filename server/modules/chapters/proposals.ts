import { isDeepStrictEqual } from 'node:util'

import { Type } from 'typebox'

import * as m from '#shared/chapters/messages.ts'
import {
  type ChapterProposal,
  type ChapterProposalEdit,
  ChapterProposalEditSchema,
  type OwnChapterProposal,
} from '#shared/chapters/proposals.ts'
import { CHAPTER_LIMITS, CHAPTER_PROPOSAL_STATES } from '#shared/chapters/rules.ts'
import type { ChapterEdit } from '#shared/chapters/schema.ts'
import { DAY } from '#shared/lib/durations.ts'
import { CHAPTER_PROPOSAL } from '#shared/lib/paths/chapters.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { assertValid, conflict, forbidden, notFound, stale, tooMany } from '#server/lib/failure.ts'
import { oneLine, paragraphs } from '#server/lib/text/plain-text.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import type { ChapterAccess } from './access.ts'
import { type ChapterEditor, placeProblems } from './chapters/editor.ts'
import type { ChapterPeople } from './memberships/people.ts'
import { chapterProposals, type ProposalDocument } from './proposals/collection.ts'
import { openProposals, openProposalTotal } from './proposals/queries.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
  access: ChapterAccess
  editor: ChapterEditor
  chapterPeople: ChapterPeople
}

/** A proposal that an admin has read. */
interface ProposalKey {
  memberId: string
  version: number
}

type Answered = 'accepted' | 'declined'

export type ChapterProposals = ReturnType<typeof createChapterProposals>

/** Members’ proposals to start a chapter, and the answers of admins. Each command is safe to repeat. */
export function createChapterProposals(deps: Deps) {
  const { store, clock, operations, people, access, editor, chapterPeople } = deps

  const record = (
    tx: Transaction,
    actor: Actor,
    action: 'proposed' | 'proposal_withdrawn' | 'proposal_accepted' | 'proposal_declined',
    { id, name, note }: ProposalDocument,
  ) =>
    operations.audit.record(
      {
        action: `chapter.${action}`,
        actor: actor.id,
        target: id,
        after: { chapter: name, note },
        sessionHash: actor.sessionHash,
      },
      tx,
    )

  /** Stores the answer, and notifies the member. */
  async function answer(
    tx: Transaction,
    actor: Actor,
    proposal: ProposalDocument,
    {
      state,
      note,
      chapter = { slug: CHAPTER_PROPOSAL, name: proposal.name },
    }: { state: Answered; note?: string; chapter?: Pick<ChapterEdit, 'slug' | 'name'> },
  ) {
    const version = proposal.version + 1
    const since = isoInstant(clock())
    tx.put(chapterProposals, { ...proposal, version, state, since, answeredBy: actor.id, note })
    operations.outbox.notify(tx, {
      topic: 'chapterMembership',
      subject: { kind: 'chapter', id: chapter.slug },
      dedupeKey: joinedId(CHAPTER_PROPOSAL, proposal.id, String(version)),
      doneBy: actor.id,
      recipients: [proposal.id],
      data: { chapter: chapter.name, change: `proposal_${state}`, ...(note === undefined ? {} : { note }) },
    })
    await record(tx, actor, `proposal_${state}`, { ...proposal, name: chapter.name, note })
  }

  /** While members do not see chapters, they cannot start one. */
  function assertShown() {
    if (!access.areShown()) throw notFound('chapter')
  }

  return {
    async own({ id }: Actor): Promise<OwnChapterProposal> {
      assertShown()
      const proposal = await store.get(chapterProposals, id)
      return proposal?.state === 'open' || proposal?.state === 'declined' ? { proposal } : {}
    },

    /** Replaces one that is open. @throws Failure 400, 403, 404, 429 */
    async propose(actor: Actor, sent: ChapterProposalEdit): Promise<void> {
      assertShown()
      const edit = validated(sent)
      await store.transact(async (tx) => {
        if ((await people.members.accountStateOf(tx, actor.id)) !== 'active')
          throw forbidden('chapter_right_required', m.rightRequired())
        const before = await tx.get(chapterProposals, actor.id)
        const isOpen = before?.state === 'open'
        if (isOpen && isDeepStrictEqual(validated(before), edit)) return
        const since = isoInstant(clock())
        const sentAt = (before?.sentAt ?? []).filter((at) => at > isoInstant(clock() - DAY))
        if (sentAt.length >= CHAPTER_LIMITS.proposalsPerDay) throw tooMany(DAY, m.proposalOften())
        const proposal: ProposalDocument = {
          id: actor.id,
          version: (before?.version ?? 0) + 1,
          ...edit,
          state: 'open',
          since,
          sentAt: [...sentAt, since],
        }
        tx.put(chapterProposals, proposal)
        const isRepeated = before?.state === 'withdrawn' && before.name === edit.name && sentAt.length > 0
        if (!isOpen && !isRepeated)
          operations.outbox.notify(tx, {
            topic: 'chapterRequest',
            subject: { kind: 'chapterPeople', id: CHAPTER_PROPOSAL },
            dedupeKey: joinedId(CHAPTER_PROPOSAL, actor.id, String(proposal.version)),
            actor: actor.id,
            recipients: 'admins',
            data: { chapter: edit.name, change: 'proposed' },
          })
        await record(tx, actor, 'proposed', proposal)
      })
    },

    /** @throws Failure 409 once it has been answered */
    withdraw: (actor: Actor): Promise<void> =>
      store.transact(async (tx) => {
        const before = await tx.get(chapterProposals, actor.id)
        if (!before || before.state === 'withdrawn') return
        if (before.state !== 'open') throw conflict('proposal_closed', m.proposalClosed())
        const proposal: ProposalDocument = {
          ...before,
          version: before.version + 1,
          state: 'withdrawn',
          since: isoInstant(clock()),
        }
        tx.put(chapterProposals, proposal)
        await record(tx, actor, 'proposal_withdrawn', proposal)
      }),

    /** Whether the member’s proposal waits for an answer. */
    isWaiting: async (memberId: string): Promise<boolean> =>
      (await store.get(chapterProposals, memberId))?.state === 'open',

    list: async ({ id }: Actor): Promise<ChapterProposal[]> =>
      access.areShown() ? openProposals(await store.views(), id) : [],

    countOpen: async (): Promise<number> => (access.areShown() ? openProposalTotal(await store.views()) : 0),

    /**
     * Creates the chapter with the member as its lead, all or nothing.
     * @throws Failure 400, 404, 412, or 409 also for a member who is suspended or has deleted their account
     */
    async accept(actor: Actor, key: ProposalKey, edit: ChapterEdit): Promise<void> {
      await store.transact(async (tx) => {
        if (await isAnswered(tx, actor, key, 'accepted')) return
        const proposal = await toAnswer(tx, key)
        if ((await people.members.accountStateOf(tx, proposal.id)) !== 'active')
          throw conflict('member_not_active', m.proposalNotActive())
        const chapter = await editor.add(tx, actor, edit)
        await chapterPeople.appointIn(tx, actor, { chapter, member: proposal.id, role: 'lead' })
        await answer(tx, actor, proposal, { state: 'accepted', chapter })
      })
      await access.sync()
    },

    /** @throws Failure 400, 404, 409, 412 */
    async decline(actor: Actor, key: ProposalKey, sent: string): Promise<void> {
      const note = paragraphs(sent)
      assertValid({ note: note ? undefined : m.proposalNoteRule() })
      await store.transact(async (tx) => {
        if (await isAnswered(tx, actor, key, 'declined')) return
        await answer(tx, actor, await toAnswer(tx, key), { state: 'declined', note })
      })
    },
  }
}

/** @throws Failure 409 for one that was answered or withdrawn, 412 for one that changed after the admin read it */
async function toAnswer(tx: Transaction, { memberId, version }: ProposalKey) {
  const proposal = await tx.get(chapterProposals, memberId)
  if (!proposal) throw notFound('proposal')
  if (proposal.state !== 'open') throw conflict('proposal_closed', m.proposalClosed())
  if (proposal.version !== version) throw stale('proposal')
  return proposal
}

/** Whether the same admin answered it in this way before: the answer to an earlier call was lost. */
async function isAnswered(tx: Transaction, actor: Actor, key: ProposalKey, state: Answered) {
  const proposal = await tx.get(chapterProposals, key.memberId)
  return proposal?.state === state && proposal.answeredBy === actor.id && proposal.version === key.version + 1
}

function validated({ name, place, region, timeZone, reason }: ChapterProposalEdit): ChapterProposalEdit {
  const edit = {
    name: oneLine(name),
    place: oneLine(place),
    region: oneLine(region),
    timeZone,
    reason: paragraphs(reason),
  }
  assertValid({ ...placeProblems(edit), reason: edit.reason ? undefined : m.proposalReasonRule() })
  return edit
}

const ExportedSchema = Type.Array(
  Type.Object({
    ...ChapterProposalEditSchema.properties,
    state: Type.Enum([...CHAPTER_PROPOSAL_STATES]),
    since: Type.String(),
    note: Type.Optional(Type.String()),
  }),
)

/** The member's last proposal to start a chapter. */
export const chapterProposalsAccountData = (store: Store) =>
  exported(
    { name: 'chapterProposals', collections: [chapterProposals], schema: ExportedSchema },
    {
      async exportOf(memberId) {
        const proposal = await store.get(chapterProposals, memberId)
        return proposal ? [proposal] : []
      },
      forget: (memberId) => store.transact(async (tx) => tx.delete(chapterProposals, memberId)),
    },
  )
