import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { backToChapter } from '#shared/chapters/messages.ts'
import * as words from '#shared/lib/messages.ts'
import { chapterAdminPath } from '#shared/lib/paths/chapters.ts'
import { roundsPath } from '#shared/lib/paths/rounds.ts'
import { paths } from '#shared/lib/paths.ts'
import { introduce, introduceTitle } from '#shared/people/messages.ts'
import * as m from '#shared/rounds/messages.ts'
import type { LoneMember } from '#shared/rounds/newcomers.ts'
import { NEWCOMER_DAYS } from '#shared/chapters/rules.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'

import { inviteToRound, loneMembers, useRoundsChanged } from './queries.ts'

const IntroduceForm = lazyPart(
  () => import('#client/modules/people/introductions/IntroduceForm.tsx'),
  'IntroduceForm',
)

/** Members who have met nobody lately, and what an organiser or a lead can do for each. @param chapter a slug, or empty */
export function LoneMembers({ chapter }: { chapter: string }) {
  const list = useSuspenseInfiniteQuery(loneMembers(chapter))
  const days = { days: NEWCOMER_DAYS }
  return (
    <>
      <ScreenTitle>{m.lone()}</ScreenTitle>
      <PageHeader
        back={
          chapter === ''
            ? { to: roundsPath, label: m.backToRounds() }
            : { to: chapterAdminPath(chapter), label: backToChapter() }
        }
        title={m.lone()}
        lead={m.loneLead(days)}
      />
      <div className={patterns.column}>
        {list.data.length === 0 ? (
          <EmptyState title={m.loneNone()}>{m.loneNoneText(days)}</EmptyState>
        ) : (
          <ul className={patterns.ruled}>
            {list.data.map((lone) => (
              <li key={lone.member.id}>
                <Lone lone={lone} chapter={chapter} />
              </li>
            ))}
          </ul>
        )}
        <ShowMore {...list} />
      </div>
    </>
  )
}

function Lone({
  lone: { member, joinedAt, isNewcomer, isConnected, round },
  chapter,
}: {
  lone: LoneMember
  chapter: string
}) {
  const onSettled = useRoundsChanged()
  const invite = useCommand({
    command: () => inviteToRound(member.id, chapter),
    onSettled,
    done: m.loneInvited({ name: member.displayName }),
  })
  return (
    <Stack gap={2}>
      <Person
        name={member.displayName}
        photo={member.photo}
        lines={[
          member.headline,
          isNewcomer ? m.newcomer() : undefined,
          round && round.state !== 'open'
            ? m.loneRound({ state: round.state, title: round.title })
            : undefined,
        ]}
        to={paths.memberProfile(member.id)}
      >
        {rich(m.loneSince({ date: <DateOf at={joinedAt} /> }))}
      </Person>
      <div className={patterns.actions}>
        {isConnected && <Introduce member={member} />}
        {round?.state === 'open' && (
          <Button variant="secondary" busy={invite.isPending && words.sending()} onClick={() => invite.run()}>
            <span>{rich(m.loneInvite({ title: round.title, name: member.displayName, hidden }))}</span>
          </Button>
        )}
      </div>
    </Stack>
  )
}

// The button of a connection’s page, shared with this one, would exceed the script budget of other pages.
function Introduce({ member }: Pick<LoneMember, 'member'>) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {introduce()}
      </Button>
      <Dialog open={open} onClose={close} title={introduceTitle({ name: member.displayName })}>
        <Suspense fallback={<Spinner />}>
          <IntroduceForm member={member} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  )
}
