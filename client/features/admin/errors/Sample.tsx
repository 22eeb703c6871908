import { useSuspenseQuery } from '@tanstack/react-query'

import type { ErrorSample, SeenRequest } from '#shared/client-error-groups.ts'
import { shortCode } from '#shared/short-code.ts'
import { formatStamp } from '#client/lib/time/dates.ts'
import { useViewerZone } from '#client/lib/time/use-viewer-zone.ts'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

import styles from './errors.module.css'
import { times } from './labels.ts'
import { errorSample } from './queries.ts'
import { StackFrames } from './StackFrames.tsx'

/** One entry, with all that is known about it. Its texts come from a browser. */
export function Sample({ fingerprint, id }: { fingerprint: string; id: string }) {
  const { data: sample } = useSuspenseQuery(errorSample(fingerprint, id))
  const { stack, componentStack, metadata } = sample
  return (
    <Stack gap={6}>
      <SampleFacts sample={sample} />
      <section>
        <h3>Stack</h3>
        {!sample.symbolicated && (
          <p className={patterns.small}>
            There is no source map of build {sample.build || 'unknown'} on this server, so names and lines are
            those of the minified script.
          </p>
        )}
        <StackFrames frames={sample.frames} />
        {stack && <Raw title="Show as text" text={stack} />}
        {!stack && <p className={patterns.muted}>No stack trace</p>}
      </section>
      {componentStack && (
        <section>
          <h3>Components</h3>
          <pre className={styles.pre}>{componentStack.trim()}</pre>
        </section>
      )}
      {metadata && <Raw title="Show metadata" text={metadata} />}
      <Requests sample={sample} />
    </Stack>
  )
}

function SampleFacts({ sample }: { sample: ErrorSample }) {
  const zone = useViewerZone()
  const { code, at, count, caughtAs, type, message, path, release, browser, userAgent, person, request } =
    sample
  return (
    <Facts>
      <Fact name="Code">
        <code>{code}</code>
      </Fact>
      <Fact name="Seen">
        <time dateTime={at}>{formatStamp(at, zone)}</time>
        {count > 1 && `, ${times(count)}`}
      </Fact>
      <Fact name="Message">
        <bdi className={styles.text}>
          {type}: {message}
        </bdi>
      </Fact>
      <Fact name="Source">{caughtAs}</Fact>
      <Fact name="Page">
        <bdi className={styles.text}>{path}</bdi>
      </Fact>
      <Fact name="Release">
        <bdi>{release}</bdi>
      </Fact>
      <Fact name="Browser">
        {browser}
        <br />
        <bdi className={styles.agent}>{userAgent}</bdi>
      </Fact>
      <Fact name="Member">
        {person ? (
          <>
            <code>{person}</code> <span className={patterns.small}>Anonymised ID</span>
          </>
        ) : (
          'Signed out'
        )}
      </Fact>
      <Fact name="Failed request">
        {request && (
          <>
            <code>{request.code}</code> <code className={styles.agent}>{request.id}</code>
          </>
        )}
      </Fact>
    </Facts>
  )
}

const Raw = ({ title, text }: { title: string; text: string }) => (
  <details>
    <summary className={styles.summary}>{title}</summary>
    <pre className={styles.pre}>{text}</pre>
  </details>
)

function Requests({ sample: { requests, person, at } }: { sample: ErrorSample }) {
  if (!person) return null
  return (
    <section>
      <h3>The member’s requests a minute before and after</h3>
      <p className={patterns.small}>
        Recent requests from this server’s memory. Older ones are in the log:{' '}
        <code>npm run logs -- --request</code>.
      </p>
      {requests.length === 0 ? (
        <p className={patterns.muted}>No requests are known.</p>
      ) : (
        <details>
          <summary className={styles.summary}>
            Show {requests.length === 1 ? '1 request' : `${requests.length} requests`}
          </summary>
          <Table label="Requests" columns={['From the error', 'Request', 'Status', 'Code', 'ID']}>
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} errorAt={at} />
            ))}
          </Table>
        </details>
      )}
    </section>
  )
}

const RequestRow = ({
  request: { id, at, method, route, status },
  errorAt,
}: {
  request: SeenRequest
  errorAt: string
}) => (
  <tr>
    <td>
      <time dateTime={at}>{secondsBetween(errorAt, at)}</time>
    </td>
    <th scope="row">
      <span className={styles.request}>
        {method} {route}
      </span>
    </th>
    <td>{status}</td>
    <td>
      <code>{shortCode(id)}</code>
    </td>
    <td>
      <code>{id}</code>
    </td>
  </tr>
)

const seconds = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'second',
  unitDisplay: 'short',
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** Such as `-2.4 sec`: before. */
const secondsBetween = (from: string, to: string) =>
  seconds.format((Date.parse(to) - Date.parse(from)) / 1_000)
