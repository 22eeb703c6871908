import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { formatNumber } from '#shared/lib/language/numbers.ts'
import { paths } from '#shared/lib/paths.ts'
import { roundsPath } from '#shared/lib/paths/rounds.ts'
import * as m from '#shared/rounds/messages.ts'
import type { Round, RoundGroup, RoundPerson } from '#shared/rounds/schema.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { useFocusFallback } from '#client/lib/use-focus-fallback.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { Person } from '#client/ui/people/Person.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { dotted } from '#client/ui/text/dotted.ts'
import * as words from '#shared/lib/messages.ts'

import {
  cancelRound,
  movePerson,
  releaseRound,
  round as roundQuery,
  roundGroups,
  useRoundsChanged,
} from './queries.ts'

/** A round for organisers: who is in, the proposed groups, and what came of it. */
export function RoundAdmin({ id }: { id: string }) {
  const { data: round } = useSuspenseQuery(roundQuery(id))
  const { title, state, people, size, audience, chapter, optInUntil } = round
  const date = formatMoment(optInUntil, useViewerZone())
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <PageHeader
        back={{ to: roundsPath, label: m.backToRounds() }}
        title={title}
        lead={dotted([
          m.peopleIn({ count: people }),
          chapter ?? m.audienceName({ audience }),
          m.sizeName({ size }),
        ])}
        actions={<Badge tone={state === 'proposed' ? 'accent' : 'neutral'}>{m.stateName({ state })}</Badge>}
      />
      <div className={patterns.column}>
        {state === 'open' && <p>{m.openText({ date })}</p>}
        {(state === 'matching' || state === 'releasing') && (
          <Notice tone="info">{m.matchingText({ state })}</Notice>
        )}
        {state === 'proposed' && <p>{m.proposedText({ groups: round.groups })}</p>}
        <Commands round={round} />
        {round.result && <Result {...round.result} />}
        {(state === 'proposed' || state === 'released') && (
          // The groups load again after the release, while the rest of the page stays.
          <Suspense fallback={<Spinner />}>
            <Groups round={round} />
          </Suspense>
        )}
      </div>
    </>
  )
}

const Result = ({ meetings, held, met, outcomes }: NonNullable<Round['result']>) => (
  <Card title={m.result()}>
    <Facts>
      <Fact name={m.resultMeetings()}>{formatNumber(meetings)}</Fact>
      <Fact name={m.resultHeld()}>{formatNumber(held)}</Fact>
      <Fact name={m.resultMet()}>{formatNumber(met)}</Fact>
      <Fact name={m.resultOutcomes()}>{formatNumber(outcomes)}</Fact>
    </Facts>
  </Card>
)

function Commands({ round: { id, state, groups } }: { round: Round }) {
  const [asked, setAsked] = useState<'release' | 'cancel'>()
  const onSettled = useRoundsChanged()
  const releasing =
    groups > 0
      ? { label: m.release, text: m.releaseText, done: m.released }
      : { label: m.closeRound, text: m.closeText, done: m.closed }
  const command = useCommand<unknown, 'release' | 'cancel'>({
    command: (wanted) => (wanted === 'release' ? releaseRound(id) : cancelRound(id)),
    onSettled,
    done: (_, wanted) => (wanted === 'release' ? releasing.done() : m.cancelled()),
  })
  if (state !== 'open' && state !== 'proposed') return null
  const isRelease = asked === 'release'
  const label = isRelease ? releasing.label() : m.cancelRound()
  return (
    <div className={patterns.actions}>
      {state === 'proposed' && <Button onClick={() => setAsked('release')}>{releasing.label()}</Button>}
      {(state === 'open' || groups > 0) && (
        <Button variant="quiet" onClick={() => setAsked('cancel')}>
          {m.cancelRound()}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={label}
        confirm={label}
        keep={words.close()}
        danger={!isRelease}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined)
          if (asked) command.run(asked)
        }}
      >
        <p>{isRelease ? releasing.text() : m.cancelText()}</p>
      </ConfirmDialog>
    </div>
  )
}

function Groups({ round }: { round: Round }) {
  const { id, state, groups: last } = round
  const list = useSuspenseInfiniteQuery(roundGroups(id, state))
  const moved = useRoundsChanged()
  const numbers = Array.from({ length: last }, (_, at) => at + 1)
  const options = [
    ...numbers.map((number) => ({ value: String(number), label: m.group({ number }) })),
    { value: '0', label: m.leaveOut() },
  ]
  const move = useCommand<unknown, { person: RoundPerson; group: number }>({
    command: ({ person, group }) => movePerson(id, person.member.id, group),
    // After a refusal, too: someone else has changed the groups.
    onSettled: moved,
    done: (_, { person }) => m.moved({ name: person.member.displayName }),
  })
  // The select that moved someone is in another group now.
  const box = useFocusFallback<HTMLDivElement>(list.data)
  if (list.data.length === 0) return null
  return (
    <div ref={box} tabIndex={-1}>
      <Stack gap={4}>
        <h2>{m.groups()}</h2>
        {list.data.map((group) => (
          <Group
            key={group.number}
            group={group}
            round={round}
            options={state === 'proposed' ? options : []}
            onMove={(person, to) => move.run({ person, group: to })}
          />
        ))}
        <ShowMore {...list} />
      </Stack>
    </div>
  )
}

interface GroupProps {
  group: RoundGroup
  round: Round
  /** Groups to which people can be moved. Empty once they are released. */
  options: readonly { value: string; label: string }[]
  onMove: (person: RoundPerson, group: number) => void
}

function Group({ group: { number, people, hidden, reasons }, round, options, onMove }: GroupProps) {
  const isGroup = number > 0
  const isAlone = isGroup && people.length + hidden < 2
  return (
    <Card title={isGroup ? m.group({ number }) : m.leftOut()}>
      <Stack gap={3}>
        <ul className={patterns.ruled}>
          {people.map((person) => (
            <li key={person.member.id}>
              <PersonRow
                person={person}
                value={String(number)}
                options={options}
                onMove={(to) => onMove(person, to)}
              />
            </li>
          ))}
        </ul>
        {hidden > 0 && <p className={patterns.muted}>{m.hiddenPeople({ count: hidden })}</p>}
        {!isGroup && <p className={patterns.muted}>{m.leftOutText(round)}</p>}
        {isAlone && <Notice tone="info">{round.state === 'released' ? m.wasAlone() : m.tooFew()}</Notice>}
        {isGroup && !isAlone && hidden === 0 && <Reasons reasons={reasons} />}
      </Stack>
    </Card>
  )
}

const Reasons = ({ reasons }: { reasons: readonly string[] }) =>
  reasons.length === 0 ? (
    <p className={patterns.muted}>{m.noReason()}</p>
  ) : (
    <ul className={patterns.bulleted}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )

interface PersonRowProps extends Pick<GroupProps, 'options'> {
  person: RoundPerson
  value: string
  onMove: (group: number) => void
}

const PersonRow = ({ person: { member, topic, isNewcomer }, value, options, onMove }: PersonRowProps) => (
  <Stack gap={2}>
    <Person
      name={member.displayName}
      photo={member.photo}
      lines={[member.headline, topic && m.topicOf({ topic }), isNewcomer ? m.newcomer() : undefined]}
      to={paths.memberProfile(member.id)}
    />
    {options.length > 0 && (
      <SelectField
        name={`group.${member.id}`}
        label={m.moveTo({ name: member.displayName })}
        labelHidden
        value={value}
        options={options}
        onChange={(group) => onMove(Number(group))}
      />
    )}
  </Stack>
)
