import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/rounds/messages.ts'
import type { TablePlan } from '#shared/rounds/tables.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { PanelHeader, type PanelProps } from '#client/modules/events/events/EventPanel.tsx'
import { Button } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/lists/EmptyState.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { tablePlan, useTableChange } from './queries.ts'
import { TablePrint } from './TablePrint.tsx'
import { RoundTables } from './RoundTables.tsx'
import { TableSettings } from './TableSettings.tsx'

interface Props {
  event: PanelProps['event']
  plan: TablePlan
}

/** The tables of an event, for its organisers. */
export function Tables({ event }: PanelProps) {
  const { data: plan } = useSuspenseQuery(tablePlan(event.id))
  const isNew = plan.version === 0
  const [params] = useSearchParams()
  const isPrint = !isNew && params.get('view') === 'print'
  return (
    <>
      <PanelHeader
        title={m.tables()}
        event={event}
        actions={
          !isNew && (
            <LinkButton variant="secondary" to={isPrint ? '?manage=tables' : '?manage=tables&view=print'}>
              {isPrint ? m.tables() : m.tablesPrint()}
            </LinkButton>
          )
        }
      />
      {plan.people.length === 0 ? (
        <EmptyState title={m.tablesNone()}>{m.tablesNoneText()}</EmptyState>
      ) : isPrint ? (
        <TablePrint event={event} plan={plan} />
      ) : (
        <div className={patterns.form}>
          {isNew ? <p>{m.tablesText()}</p> : <Status event={event} plan={plan} />}
          {!isNew && <RoundTables event={event} plan={plan} />}
          {/* Another version has other settings, which someone else may have saved. */}
          <TableSettings key={plan.version} event={event} plan={plan} />
        </div>
      )}
    </>
  )
}

function Status({ event, plan }: Props) {
  const { rounds, tables, publishedAt, people, repeats } = plan
  const isPublished = publishedAt !== undefined
  const change = useTableChange(event.id, plan.version)
  const publish = useCommand<TablePlan, boolean>({
    command: (wanted) => change({ kind: 'publish', isPublished: wanted }),
    done: (_, wanted) => (wanted ? m.tablesPublished() : m.tablesHidden()),
  })
  const update = useCommand({
    command: () => {
      const { rounds: count, size, sizes, together, apart } = plan
      return change({
        kind: 'deal',
        deal: { rounds: count, size, sizes, together, apart, who: 'going', keep: true },
      })
    },
    done: m.tablesSeated(),
  })
  const seated = people.filter((person) => person.tables.some((table) => table > 0))
  const unseated = people.length - seated.length
  const names = new Map(people.map(({ member }) => [member.id, member.displayName]))
  return (
    <>
      <p>{m.tablesSummary({ people: seated.length, tables, rounds })}</p>
      <Notice
        tone="info"
        actions={
          <Button variant={isPublished ? 'quiet' : 'primary'} onClick={() => publish.run(!isPublished)}>
            {isPublished ? m.tablesUnpublish() : m.tablesPublish()}
          </Button>
        }
      >
        {isPublished ? m.tablesPublishedText() : m.tablesPublishText()}
      </Notice>
      {unseated > 0 && (
        <Notice
          tone="warning"
          title={m.tablesUnseated({ count: unseated })}
          actions={
            <Button
              variant="secondary"
              busy={update.isPending && m.tablesSeating()}
              onClick={() => update.run()}
            >
              {m.tablesUpdate()}
            </Button>
          }
        >
          {m.tablesUnseatedText()}
        </Notice>
      )}
      {repeats.length > 0 && (
        <Notice tone="info" title={m.tablesRepeats({ count: repeats.length })}>
          {pairsOf(repeats, names)}
          <br />
          {m.tablesRepeatsText()}
        </Notice>
      )}
    </>
  )
}

const MAX_PAIRS = 5

function pairsOf(repeats: TablePlan['repeats'], names: ReadonlyMap<string, string>) {
  const shown = repeats
    .slice(0, MAX_PAIRS)
    .map(([one = '', other = '']) =>
      m.tablesPair({ name: names.get(one) ?? '', other: names.get(other) ?? '' }),
    )
  return `${shown.join(', ')}${repeats.length > MAX_PAIRS ? ' …' : ''}`
}
