import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/admin/messages.ts'
import { adminPath } from '#shared/lib/paths/admin.ts'
import type { ErrorGroupDetails } from '#shared/operations/error-groups.ts'
import { formatNumber } from '#shared/lib/language/numbers.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { BackLink } from '#client/ui/page/BackLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/lists/Table.tsx'
import { dotted } from '#client/ui/text/dotted.ts'
import { rich } from '#client/ui/rich.tsx'
import { useUrlParams } from '#client/lib/use-url-params.ts'

import { ErrorBadges } from './ErrorBadges.tsx'
import styles from './errors.module.css'
import { browserLabel, peopleLabel } from './labels.ts'
import { errorGroup } from './queries.ts'
import { Sample } from './Sample.tsx'
import { Sparkline } from './Sparkline.tsx'
import { StateButtons } from './StateButtons.tsx'

export function ErrorGroup({ fingerprint }: { fingerprint: string }) {
  const { data: group } = useSuspenseQuery(errorGroup(fingerprint))
  return (
    <Stack gap={6}>
      <div>
        <BackLink to={adminPath('errors')}>{m.errorAll()}</BackLink>
      </div>
      <Card
        title={
          <span className={styles.text}>
            {group.type}: <bdi>{group.message || m.errorsNoMessage()}</bdi>
          </span>
        }
      >
        <Stack gap={4}>
          <ErrorBadges group={group} />
          <GroupFacts group={group} />
          <StateButtons group={group} />
        </Stack>
      </Card>
      <div className={styles.columns}>
        <LastDay hours={group.hours} />
        <Breakdown group={group} />
      </div>
      <Samples group={group} />
    </Stack>
  )
}

function GroupFacts({ group }: { group: ErrorGroupDetails }) {
  const zone = useViewerZone()
  const { firstAt, lastAt, count, resolved, fingerprint } = group
  return (
    <Facts>
      <Fact name={m.errorSeen()}>{m.errorsTimes({ count })}</Fact>
      <Fact name={m.errorPeople()}>{peopleLabel(group)}</Fact>
      <Fact name={m.errorFirstSeen()}>
        <time dateTime={firstAt}>{formatMoment(firstAt, zone)}</time>
      </Fact>
      <Fact name={m.errorsSeen()}>
        <time dateTime={lastAt}>{formatMoment(lastAt, zone)}</time>
      </Fact>
      <Fact name={m.errorResolved()}>
        {resolved &&
          rich(
            m.errorResolvedBy({
              release: resolved.release,
              name: resolved.by,
              date: <DateOf at={resolved.at} />,
            }),
          )}
      </Fact>
      <Fact name={m.errorFingerprint()}>
        <code>{fingerprint}</code>
      </Fact>
    </Facts>
  )
}

function Samples({ group: { fingerprint, samples } }: { group: ErrorGroupDetails }) {
  const [search, change] = useUrlParams()
  const zone = useViewerZone()
  const wanted = search.get('sample')
  const sample = samples.find(({ id }) => id === wanted) ?? samples[0]
  if (!sample)
    return (
      <Card title={m.errorSamples()}>
        <p className={patterns.muted}>{m.errorNoSamples()}</p>
      </Card>
    )
  return (
    <Card title={m.errorSamples()}>
      <Stack gap={4}>
        <SelectField
          name="sample"
          label={m.errorSample()}
          hint={m.errorSamplesHint()}
          value={sample.id}
          options={samples.map(({ id, code, at, release, browser }) => ({
            value: id,
            label: dotted([code, formatMoment(at, zone), release, browserLabel(browser)]),
          }))}
          onChange={(id) => change({ sample: id })}
        />
        <Sample key={sample.id} fingerprint={fingerprint} id={sample.id} />
      </Stack>
    </Card>
  )
}

function LastDay({ hours }: { hours: readonly number[] }) {
  const label = m.errorLastDay()
  return (
    <Card title={label}>
      <Sparkline hours={hours} />
      <details>
        <summary className={styles.summary}>{m.asTable()}</summary>
        <Table label={label} columns={[m.errorHoursAgo(), m.errorTimes()]}>
          {hours.toReversed().map((count, ago) => (
            // oxlint-disable-next-line react/no-array-index-key -- the index identifies the row
            <tr key={ago}>
              <th scope="row">{ago === 0 ? m.errorThisHour() : ago}</th>
              <td>{formatNumber(count)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Card>
  )
}

const Breakdown = ({ group: { byRelease, byBrowser } }: { group: ErrorGroupDetails }) => (
  <>
    <Card title={m.errorReleases()}>
      <Table
        label={m.errorByRelease()}
        columns={[m.errorsRelease(), m.errorTimes(), m.errorFirstSeen(), m.errorBuild()]}
      >
        {byRelease.map(({ release, build, count, firstAt }) => (
          <tr key={`${release} ${build}`}>
            <th scope="row">
              <bdi>{release || '–'}</bdi>
            </th>
            <td>{formatNumber(count)}</td>
            <td>
              <DateOf at={firstAt} />
            </td>
            <td>
              <code>{build.slice(0, 8)}</code>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
    <Card title={m.errorBrowsers()}>
      <Table label={m.errorByBrowser()} columns={[m.errorsBrowser(), m.errorTimes()]}>
        {byBrowser.map(({ browser, count }) => (
          <tr key={browser}>
            <th scope="row">{browserLabel(browser)}</th>
            <td>{formatNumber(count)}</td>
          </tr>
        ))}
      </Table>
    </Card>
  </>
)
