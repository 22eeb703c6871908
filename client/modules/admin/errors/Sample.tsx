import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/admin/messages.ts'
import type { ErrorSample, SeenRequest } from '#shared/operations/error-groups.ts'
import { locale } from '#shared/lib/language/current.ts'
import { shortCode } from '#shared/lib/short-code.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { Fact, Facts } from '#client/ui/Facts.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { code, rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/lists/Table.tsx'

import styles from './errors.module.css'
import { browserLabel } from './labels.ts'

import { errorSample } from './queries.ts'
import { StackFrames } from './StackFrames.tsx'

/** One entry with all its details. Its texts come from a browser. */
export function Sample({ fingerprint, id }: { fingerprint: string; id: string }) {
  const { data: sample } = useSuspenseQuery(errorSample(fingerprint, id))
  const { stack, componentStack, metadata } = sample
  return (
    <Stack gap={6}>
      <SampleFacts sample={sample} />
      <section>
        <h3>{m.sampleStack()}</h3>
        {!sample.symbolicated && (
          <p className={patterns.small}>
            {sample.build ? m.sampleNoMap({ build: sample.build }) : m.sampleNoMapUnknown()}
          </p>
        )}
        <StackFrames frames={sample.frames} />
        {stack && <Raw title={m.sampleStackText()} text={stack} />}
        {!stack && <p className={patterns.muted}>{m.sampleNoStack()}</p>}
      </section>
      {componentStack && (
        <section>
          <h3>{m.sampleComponents()}</h3>
          <pre className={styles.pre}>{componentStack.trim()}</pre>
        </section>
      )}
      {metadata && <Raw title={m.sampleMetadata()} text={metadata} />}
      <Requests sample={sample} />
    </Stack>
  )
}

function SampleFacts({ sample }: { sample: ErrorSample }) {
  const zone = useViewerZone()
  const {
    code: shown,
    at,
    count,
    caughtAs,
    type,
    message,
    path,
    release,
    browser,
    userAgent,
    person,
    request,
  } = sample
  const time = <time dateTime={at}>{formatMoment(at, zone)}</time>
  return (
    <Facts>
      <Fact name={m.sampleCode()}>
        <code>{shown}</code>
      </Fact>
      <Fact name={m.errorSeen()}>{count > 1 ? rich(m.sampleSeen({ time, count })) : time}</Fact>
      <Fact name={m.sampleMessage()}>
        <bdi className={styles.text}>
          {type}: {message}
        </bdi>
      </Fact>
      <Fact name={m.sampleSource()}>{caughtAs}</Fact>
      <Fact name={m.samplePage()}>
        <bdi className={styles.text}>{path}</bdi>
      </Fact>
      <Fact name={m.errorsRelease()}>
        <bdi>{release}</bdi>
      </Fact>
      <Fact name={m.errorsBrowser()}>
        {browserLabel(browser)}
        <br />
        <bdi className={patterns.small}>{userAgent}</bdi>
      </Fact>
      <Fact name={m.member()}>
        {person ? (
          <>
            <code>{person}</code> <span className={patterns.small}>{m.sampleAnonymised()}</span>
          </>
        ) : (
          m.sampleSignedOut()
        )}
      </Fact>
      <Fact name={m.sampleFailedRequest()}>
        {request && (
          <>
            <code>{request.code}</code> <code className={patterns.small}>{request.id}</code>
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

const requestColumns = () => [
  m.sampleFromError(),
  m.sampleRequest(),
  m.sampleStatus(),
  m.sampleCode(),
  m.sampleId(),
]

function Requests({ sample: { requests, person, at } }: { sample: ErrorSample }) {
  if (!person) return null
  return (
    <section>
      <h3>{m.sampleRequestsTitle()}</h3>
      <p className={patterns.small}>{rich(m.sampleRequestsText({ code }))}</p>
      {requests.length === 0 ? (
        <p className={patterns.muted}>{m.sampleNoRequests()}</p>
      ) : (
        <details>
          <summary className={styles.summary}>{m.sampleShowRequests({ count: requests.length })}</summary>
          <Table label={m.sampleRequests()} columns={requestColumns()}>
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

const SECONDS: Intl.NumberFormatOptions = {
  style: 'unit',
  unit: 'second',
  unitDisplay: 'short',
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
}

/** For example `-2.4 sec` for an earlier time. */
const secondsBetween = (from: string, to: string) =>
  ((Date.parse(to) - Date.parse(from)) / 1_000).toLocaleString(locale(), SECONDS)
