import { useSuspenseQuery } from '@tanstack/react-query'

import { Link } from 'react-router-dom'

import * as m from '#shared/chapters/messages.ts'
import type { ChapterHealth, ChapterMonth } from '#shared/chapters/health.ts'
import { NEWCOMER_DAYS } from '#shared/chapters/rules.ts'
import { formatAt } from '#shared/lib/date-style.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import { newChapterEventPath } from '#shared/lib/paths/chapters.ts'
import { lonePath } from '#shared/lib/paths/rounds.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Bar, Chart, ChartLabel, ChartTable } from '#client/ui/chart/Chart.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Table } from '#client/ui/lists/Table.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { MemberLine } from '#client/modules/people/members/MemberLine.tsx'

import { FigureCells, figureColumns, figuresOf, monthName } from './figures.tsx'
import { LeadOffers } from './LeadOffers.tsx'
import { chapterHealth } from './queries.ts'

/** Next steps for a lead, and the figures of the chapter. */
export function Health({ slug }: { slug: string }) {
  const { data } = useSuspenseQuery(chapterHealth(slug))
  const present = data.months.at(-1)
  return (
    <>
      <Next slug={slug} {...data} />
      <p>
        <Link to={lonePath(slug)}>{m.healthLone({ days: NEWCOMER_DAYS })}</Link>
      </p>
      <Stack gap={4}>
        <h2>{m.health()}</h2>
        {present && (
          <Stack gap={3}>
            <h3>{m.healthSoFar({ month: monthName(present.month, 'long') })}</h3>
            <Facts>
              {figuresOf(present).map(({ name, value }) => (
                <Fact key={name} name={name}>
                  {value}
                </Fact>
              ))}
            </Facts>
          </Stack>
        )}
        {data.months.length > 1 && <History months={data.months} />}
        <p className={patterns.small}>{m.healthHint({ days: NEWCOMER_DAYS })}</p>
      </Stack>
    </>
  )
}

function Next({ slug, newcomers, offers, hasEventAhead }: ChapterHealth & { slug: string }) {
  const { total, items } = newcomers
  if (total === 0 && offers.length === 0 && hasEventAhead) return null
  const more = total - items.length
  return (
    <Stack gap={4}>
      <h2>{m.healthNext()}</h2>
      {offers.length > 0 && <LeadOffers slug={slug} offers={offers} />}
      {total > 0 && (
        <Stack gap={2}>
          <p>{m.healthNewcomers({ count: total, days: NEWCOMER_DAYS })}</p>
          <ul className={patterns.ruled}>
            {items.map((member) => (
              <li key={member.id}>
                <MemberLine member={member}>
                  {rich(m.since({ date: <DateOf at={member.since} /> }))}
                </MemberLine>
              </li>
            ))}
          </ul>
          {more > 0 && <p className={patterns.muted}>{m.healthMore({ count: more })}</p>}
        </Stack>
      )}
      {!hasEventAhead && (
        <div className={patterns.actions}>
          <span>{m.healthNoEvent()}</span>
          <LinkButton variant="secondary" to={newChapterEventPath(slug)}>
            {m.healthCreateEvent()}
          </LinkButton>
        </div>
      )}
    </Stack>
  )
}

/** Sizes in the units of the drawing. */
const GROUP = 44
const BAR_WIDTH = 26
const HEIGHT = 80

function History({ months }: { months: readonly ChapterMonth[] }) {
  const most = Math.max(1, ...months.map(({ members }) => members))
  const width = months.length * GROUP
  return (
    <Stack gap={3}>
      <h3>{m.healthChart()}</h3>
      <Chart width={width} height={HEIGHT} above={14} below={20} maxInlineSize={`${width * 1.5}px`}>
        {months.map(({ month, members }, index) => (
          <g key={month} transform={`translate(${index * GROUP} 0)`}>
            <Bar
              x={(GROUP - BAR_WIDTH) / 2}
              width={BAR_WIDTH}
              height={Math.max(1, (members / most) * HEIGHT)}
              axis={HEIGHT}
              value={formatNumber(members)}
            />
            <ChartLabel x={GROUP / 2} y={HEIGHT + 14}>
              {formatAt(new Date(month), { month: 'short', timeZone: 'UTC' })}
            </ChartLabel>
          </g>
        ))}
      </Chart>
      <ChartTable summary={m.healthTable()}>
        <Table label={m.health()} columns={[m.healthMonth(), ...figureColumns()]}>
          {months.toReversed().map(({ month, ...figures }) => (
            <tr key={month}>
              <th scope="row">{monthName(month)}</th>
              <FigureCells figures={figures} />
            </tr>
          ))}
        </Table>
      </ChartTable>
    </Stack>
  )
}
