import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import type { ImportOutcome } from '#shared/invitation-rules.ts'
import type { ImportResult, ImportRow } from '#shared/invitations.ts'
import { removeDraft } from '#client/lib/drafts.ts'
import { Button } from '#client/ui/Button.tsx'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/Table.tsx'

import styles from '#client/features/admin/invitations/invitations.module.css'
import { firstOnly } from './batches.ts'
import { COLUMN_LABELS } from './columns.ts'
import { useBatches } from './use-batches.ts'

const OUTCOMES: Record<ImportOutcome, { label: string; summary: string }> = {
  invited: { label: 'Will be invited', summary: 'will be invited' },
  updated: { label: 'Already invited, with new profile fields', summary: 'already invited, with new fields' },
  unchanged: { label: 'Already invited', summary: 'already invited' },
  member: { label: 'Already a member', summary: 'in the community already' },
  revoked: { label: 'Revoked: invite again from the list', summary: 'revoked earlier' },
  duplicate: { label: 'Repeats an earlier row', summary: 'repeated' },
  invalid: { label: 'Can’t be invited', summary: 'without a valid address' },
}
const PAGE = 50
const EMAILED =
  'Everyone who will be invited gets an email with a link of their own, a few each second. It works for 14 days.'
const NOT_EMAILED =
  'No emails are sent. You’ll get a link for each person to send yourself. It works for 14 days, for its own address.'

interface Props {
  rows: ImportRow[]
  onBack: () => void
  onClose: () => void
}

export function CheckRows({ rows, onBack, onClose }: Props) {
  const checking = useBatches()
  const sending = useBatches()
  const cache = useQueryClient()
  const isFirst = useMemo(() => firstOnly(rows), [rows])
  const distinct = useMemo(() => rows.filter((_, at) => isFirst[at]), [rows, isFirst])
  const check = () => checking.run(distinct, true)
  // Once: the rows stay the same.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => void check(), [])

  const results = checking.results
  if (!results)
    return (
      <Progress title="Checking rows…" total={distinct.length} {...checking} onRetry={() => void check()} />
    )

  const toSend = distinct.filter((_, at) => ['invited', 'updated'].includes(results[at]?.outcome ?? ''))
  const send = async () => {
    await sending.run(toSend, false)
    removeDraft('invite-people')
    await cache.invalidateQueries({ queryKey: ['admin'] })
  }
  if (sending.results)
    return (
      <Done results={sending.results} sendsEmail={sending.sendsEmail} onMore={onBack} onClose={onClose} />
    )
  if (sending.isRunning || sending.failure)
    return (
      <Progress title="Inviting people…" total={toSend.length} {...sending} onRetry={() => void send()} />
    )

  return (
    <Stack gap={4}>
      <h3>Check before you invite</h3>
      <Summary results={withDuplicates(rows, isFirst, results)} />
      {toSend.length > 0 && <p>{checking.sendsEmail ? EMAILED : NOT_EMAILED}</p>}
      <div className={patterns.actions}>
        <Button disabled={toSend.length === 0} onClick={() => void send()}>
          {toSend.length === 1 ? 'Invite 1 person' : `Invite ${toSend.length.toLocaleString('en')} people`}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Change the list
        </Button>
      </div>
      <Rows rows={rows} results={withDuplicates(rows, isFirst, results)} />
    </Stack>
  )
}

/** Rows of a repeated address were not sent. */
function withDuplicates(
  rows: readonly ImportRow[],
  isFirst: readonly boolean[],
  results: readonly ImportResult[],
) {
  let next = 0
  return rows.map(({ email }, at): ImportResult => {
    const result = isFirst[at] ? results[next++] : undefined
    return result ?? { email, outcome: 'duplicate', problems: [] }
  })
}

interface ProgressProps {
  title: string
  done: number
  total: number
  failure: string | undefined
  onRetry: () => void
}

const Progress = ({ title, done, total, failure, onRetry }: ProgressProps) => (
  <Stack gap={3}>
    <h3>{title}</h3>
    <progress className={styles.progress} aria-label={title} value={done} max={total} />
    <output>
      {done.toLocaleString('en')} of {total.toLocaleString('en')}
    </output>
    {failure && (
      <Notice tone="danger" actions={<Button onClick={onRetry}>Continue</Button>}>
        {failure} What is done stays done.
      </Notice>
    )}
  </Stack>
)

function Summary({ results }: { results: readonly ImportResult[] }) {
  const counts = Object.entries(OUTCOMES)
    .map(([outcome, { summary }]) => ({
      summary,
      count: results.filter((result) => result.outcome === outcome).length,
    }))
    .filter(({ count }) => count > 0)
  const partly = results.filter(
    ({ outcome, problems }) => outcome !== 'invalid' && problems.length > 0,
  ).length
  return (
    <ul className={patterns.bulleted}>
      {counts.map(({ summary, count }) => (
        <li key={summary}>
          {count.toLocaleString('en')} {summary}
        </li>
      ))}
      {partly > 0 && <li>{partly.toLocaleString('en')} with fields that will be left out</li>}
    </ul>
  )
}

const isProblem = ({ outcome, problems }: ImportResult) =>
  problems.length > 0 || !['invited', 'updated', 'unchanged'].includes(outcome)

function Rows({ rows, results }: { rows: readonly ImportRow[]; results: readonly ImportResult[] }) {
  const [onlyProblems, setOnlyProblems] = useState(false)
  const [shown, setShown] = useState(PAGE)
  const listed = results
    .map((result, at) => ({ result, at }))
    .filter(({ result }) => !onlyProblems || isProblem(result))
  return (
    <Stack gap={3}>
      <CheckboxField
        label={`Only rows with problems (${results.filter(isProblem).length.toLocaleString('en')})`}
        checked={onlyProblems}
        onChange={setOnlyProblems}
      />
      <Table label="Rows" columns={['Row', 'Email', 'Name', 'What happens', 'Problems']}>
        {listed.slice(0, shown).map(({ result, at }) => (
          <tr key={at}>
            <td>{at + 1}</td>
            <th scope="row">{rows[at]?.email || '–'}</th>
            <td>{rows[at]?.displayName ?? '–'}</td>
            <td className={result.outcome === 'invalid' ? styles.problem : undefined}>
              {OUTCOMES[result.outcome].label}
            </td>
            <td>
              <Problems problems={result.problems} />
            </td>
          </tr>
        ))}
      </Table>
      {listed.length > shown && (
        <Button variant="secondary" onClick={() => setShown(shown + PAGE)}>
          Show more
        </Button>
      )}
    </Stack>
  )
}

const Problems = ({ problems }: Pick<ImportResult, 'problems'>) =>
  problems.length > 0 && (
    <ul className={styles.problems}>
      {problems.map(({ field, message }) => (
        <li key={field}>
          {COLUMN_LABELS[field]}: {message}
          {field !== 'email' && ' Will be left out.'}
        </li>
      ))}
    </ul>
  )

interface DoneProps {
  results: readonly ImportResult[]
  sendsEmail: boolean
  onMore: () => void
  onClose: () => void
}

function Done({ results, sendsEmail, onMore, onClose }: DoneProps) {
  const count = results.filter(({ outcome }) => outcome === 'invited').length
  return (
    <Notice
      tone="success"
      title={count === 1 ? '1 person is invited' : `${count.toLocaleString('en')} people are invited`}
      actions={
        <>
          <Button onClick={onClose}>See invitations</Button>
          <Button variant="secondary" onClick={onMore}>
            Invite more
          </Button>
        </>
      }
    >
      {sendsEmail
        ? 'Their emails are on the way. The list shows which have been sent, and which addresses failed.'
        : 'Copy each link from the list, or download all of them, and send them. A link works for 14 days, for its own address.'}
    </Notice>
  )
}
