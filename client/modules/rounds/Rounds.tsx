import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'

import { lonePath, roundPath } from '#shared/lib/paths/rounds.ts'
import { paths } from '#shared/lib/paths.ts'
import * as m from '#shared/rounds/messages.ts'
import type { RoundLine } from '#shared/rounds/schema.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { readSettings } from '#client/lib/settings.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { useFirstVisit } from '#client/lib/use-first-visit.ts'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { LinkRow } from '#client/ui/lists/LinkRow.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { dotted } from '#client/ui/text/dotted.ts'
import { useCan } from '#client/lib/auth/use-can.ts'

import { Buddies } from './Buddies.tsx'
import { memberRounds, roundList, stopRounds, useRoundsChanged } from './queries.ts'
import { RoundCard } from './RoundCard.tsx'

const ForLeads = lazyPart(() => import('./chapters/ForLeads.tsx'), 'ForLeads')

/** The rounds that the member can join, and those that they can organise. */
export function Rounds() {
  const { data } = useSuspenseQuery(memberRounds)
  const isFirstVisit = useFirstVisit('rounds')
  const isOrganiser = useCan('organise')
  return (
    <>
      <ScreenTitle>{m.rounds()}</ScreenTitle>
      <PageHeader
        back={{ to: `${paths.createGrowthMeeting}?list=`, label: m.backToMeetings() }}
        title={m.rounds()}
        lead={isFirstVisit && m.roundsLead()}
      />
      <div className={patterns.column}>
        {data.everySince && <Every />}
        {data.items.map((round) => (
          <RoundCard key={round.id} round={round} />
        ))}
        {data.items.length === 0 && <EmptyState title={m.none()}>{m.noneText()}</EmptyState>}
        <Buddies />
        {isOrganiser && <All hasLone />}
        {!isOrganiser && readSettings().COMMUNITY?.chapters && (
          <Suspense>
            <ForLeads>
              <All />
            </ForLeads>
          </Suspense>
        )}
      </div>
    </>
  )
}

function Every() {
  const onSuccess = useRoundsChanged()
  const stop = useCommand({ command: stopRounds, onSuccess, done: m.stopped() })
  return (
    <Notice tone="info">
      <Stack gap={3}>
        <p>{m.everyText()}</p>
        <div className={patterns.actions}>
          <Button variant="secondary" onClick={() => stop.run()}>
            {m.stop()}
          </Button>
        </div>
      </Stack>
    </Notice>
  )
}

function All({ hasLone = false }: { hasLone?: boolean }) {
  const list = useSuspenseInfiniteQuery(roundList)
  const [, setParams] = useSearchParams()
  const open = (
    <Button variant="secondary" onClick={() => setParams({ round: '', open: '1' })}>
      {m.open()}
    </Button>
  )
  return (
    <Stack gap={4}>
      <h2>{m.organise()}</h2>
      {hasLone && (
        <p>
          <Link to={lonePath()}>{m.lone()}</Link>
        </p>
      )}
      {list.data.length === 0 ? (
        <EmptyState title={m.organiseNone()} action={open}>
          {m.organiseNoneText()}
        </EmptyState>
      ) : (
        <>
          <div className={patterns.actions}>{open}</div>
          <ul className={patterns.ruled}>
            {list.data.map((line) => (
              <Row key={line.id} {...line} />
            ))}
          </ul>
          <ShowMore {...list} />
        </>
      )}
    </Stack>
  )
}

const Row = ({ id, title, state, people, audience, chapter, size }: RoundLine) => (
  <li>
    <LinkRow to={roundPath(id)} title={title}>
      {dotted([
        m.stateName({ state }),
        m.peopleIn({ count: people }),
        chapter ?? m.audienceName({ audience }),
        m.sizeName({ size }),
      ])}
    </LinkRow>
  </li>
)
