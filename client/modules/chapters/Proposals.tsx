import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import * as m from '#shared/chapters/messages.ts'
import type { ChapterProposal } from '#shared/chapters/proposals.ts'
import { CHAPTER_LIMITS, chapterPlace } from '#shared/chapters/rules.ts'
import * as words from '#shared/lib/messages.ts'
import { paths } from '#shared/lib/paths.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import { useToast } from '#client/lib/toast.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { ReasonDialog } from '#client/ui/overlays/ReasonDialog.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'

import { NewChapter } from './ChapterForm.tsx'
import { declineProposal, proposals, useChaptersChanged } from './queries.ts'

/** Proposals of members to start a chapter, for admins. */
export function ProposalsPage() {
  const { data } = useSuspenseQuery(proposals)
  return (
    <>
      <ScreenTitle>{m.proposals()}</ScreenTitle>
      <PageHeader back={{ to: adminPath('chapters'), label: m.chapters() }} title={m.proposals()} />
      {data.items.length > 0 ? <List items={data.items} Heading="h2" /> : <p>{m.proposalsNone()}</p>}
    </>
  )
}

/** The same, if there are any, above the list of chapters. It takes the focus of the last one that is answered. */
export function Proposals({ children }: { children: ReactNode }) {
  const { data } = useSuspenseQuery(proposals)
  return (
    <Stack gap={4}>
      {data.items.length > 0 && (
        <Stack gap={3}>
          <h2>{m.proposals()}</h2>
          <List items={data.items} />
        </Stack>
      )}
      {children}
    </Stack>
  )
}

type Heading = 'h2' | 'h3'

const List = ({ items, Heading }: { items: readonly ChapterProposal[]; Heading?: Heading }) => (
  <ul className={patterns.ruled}>
    {items.map((proposal) => (
      <li key={proposal.member.id}>
        <Stack gap={2}>
          <Proposal proposal={proposal} Heading={Heading} />
          <Answer proposal={proposal} />
        </Stack>
      </li>
    ))}
  </ul>
)

function Proposal({ proposal, Heading = 'h3' }: { proposal: ChapterProposal; Heading?: Heading }) {
  const { name, since, reason, member } = proposal
  const place = chapterPlace(proposal)
  return (
    <>
      <div>
        <Heading>{name}</Heading>
        {place && <p className={patterns.muted}>{place}</p>}
      </div>
      <Person
        name={member.displayName}
        photo={member.photo}
        lines={[member.headline, member.company]}
        to={paths.memberProfile(member.id)}
      >
        {rich(m.proposalBy({ date: <DateOf at={since} /> }))}
      </Person>
      <p className={patterns.asTyped}>{reason}</p>
    </>
  )
}

function Answer({ proposal }: { proposal: ChapterProposal }) {
  const { name, member } = proposal
  const [isDeclining, setDeclining] = useState(false)
  const changed = useChaptersChanged()
  const toast = useToast()
  const labels = {
    question: m.proposalDeclineTitle({ name }),
    hint: m.proposalNoteHint({ person: member.displayName }),
    button: m.proposalDeclineButton(),
    busy: words.saving(),
  }
  return (
    <div className={patterns.actions}>
      <LinkButton to={adminPath('chapters', { proposal: member.id })}>
        <span>{rich(m.proposalAccept({ name, hidden }))}</span>
      </LinkButton>
      <Button variant="secondary" onClick={() => setDeclining(true)}>
        <span>{rich(m.decline({ name, hidden }))}</span>
      </Button>
      <ReasonDialog
        labels={isDeclining ? labels : undefined}
        draft={`proposal:${member.id}`}
        limits={{ min: 1, max: CHAPTER_LIMITS.reason }}
        onClose={() => setDeclining(false)}
        onSubmit={async (reason) => {
          await declineProposal(proposal, reason)
          await changed()
          toast(m.proposalDeclineDone({ name }), { tone: 'success' })
        }}
      />
    </div>
  )
}

/** The form of the chapter that a member proposed, which an admin can change before it is created. */
export function ProposedChapter({ memberId, onDone }: { memberId: string; onDone: () => void }) {
  const { data } = useSuspenseQuery(proposals)
  // Stays while the list is refetched after the answer.
  const [proposal] = useState(() => data.items.find(({ member }) => member.id === memberId))
  if (!proposal) return <p>{m.proposalClosed()}</p>
  return (
    <Stack gap={4}>
      <Stack gap={2}>
        <Proposal proposal={proposal} />
        <p>{m.proposalAcceptText({ person: proposal.member.displayName })}</p>
      </Stack>
      <NewChapter proposal={proposal} onDone={onDone} />
    </Stack>
  )
}
