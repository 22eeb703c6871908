import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/admin/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { IMPORT_OUTCOMES, INVITATION_LIFETIME } from '#shared/accounts/invitation-rules.ts'
import type { ImportResult, ImportRow } from '#shared/accounts/invitations.ts'
import { removeDraft } from '#client/lib/storage/drafts.ts'
import { BatchProgress, type BatchState } from '#client/ui/BatchProgress.tsx'
import { Button } from '#client/ui/Button.tsx'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { CountLines } from '#client/ui/lists/CountLines.tsx'
import { useFirstItems } from '#client/ui/lists/use-first-items.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { Table } from '#client/ui/lists/Table.tsx'
import styles from '#client/modules/admin/invitations/list/invitations.module.css'

import { firstOnly } from './batches.ts'

import { useInvitationImport } from './use-import.ts'

interface Props {
  rows: ImportRow[]
  /** Number of each row in its file. Undefined for a list of addresses. */
  numbers?: readonly number[]
  onBack: () => void
  onClose: () => void
}

export function CheckRows({ rows, numbers, onBack, onClose }: Props) {
  const checking = useInvitationImport()
  const sending = useInvitationImport()
  const cache = useQueryClient()
  const isFirst = useMemo(() => firstOnly(rows), [rows])
  const distinct = useMemo(() => rows.filter((_, at) => isFirst[at]), [rows, isFirst])
  const check = () => checking.run(distinct, true)
  // Runs once, because the rows do not change.
  //
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => void check(), [])

  const results = checking.results
  if (!results)
    return (
      <Progress
        title={m.importChecking()}
        total={distinct.length}
        {...checking}
        onRetry={() => void check()}
      />
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
      <Progress title={m.importInviting()} total={toSend.length} {...sending} onRetry={() => void send()} />
    )

  return (
    <Stack gap={4}>
      <h3>{m.importCheckTitle()}</h3>
      <Summary results={withDuplicates(rows, isFirst, results)} />
      {toSend.length > 0 && (
        <p>
          {checking.sendsEmail
            ? m.importEmailed({ days: INVITATION_LIFETIME / DAY })
            : m.importNotEmailed({ days: INVITATION_LIFETIME / DAY })}
        </p>
      )}
      <div className={patterns.actions}>
        <Button disabled={toSend.length === 0} onClick={() => void send()}>
          {m.importInvite({ count: toSend.length })}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          {m.importChange()}
        </Button>
      </div>
      <Rows rows={rows} numbers={numbers} results={withDuplicates(rows, isFirst, results)} />
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

const Progress = ({ title, failure, ...rest }: BatchState & { title: string }) => (
  <BatchProgress
    {...rest}
    heading={<h3>{title}</h3>}
    label={title}
    text={m.importProgress(rest)}
    failure={failure && `${failure} ${m.importKept()}`}
    retryLabel={m.continueButton()}
  />
)

function Summary({ results }: { results: readonly ImportResult[] }) {
  const partly = results.filter(
    ({ outcome, problems }) => outcome !== 'invalid' && problems.length > 0,
  ).length
  const outcomes = IMPORT_OUTCOMES.map((outcome) => {
    const { length } = results.filter((result) => result.outcome === outcome)
    return [length, ({ count }: { count: number }) => m.importSummary({ outcome, count })] as const
  })
  return <CountLines lines={[...outcomes, [partly, m.importPartly]]} />
}

const isProblem = ({ outcome, problems }: ImportResult) =>
  problems.length > 0 || !['invited', 'updated', 'unchanged'].includes(outcome)

const columns = () => [m.importRow(), m.email(), m.name(), m.importWhat(), m.importProblems()]

interface RowsProps {
  rows: readonly ImportRow[]
  numbers: readonly number[] | undefined
  results: readonly ImportResult[]
}

function Rows({ rows, numbers, results }: RowsProps) {
  const [onlyProblems, setOnlyProblems] = useState(false)
  const listed = results
    .map((result, at) => ({ result, at }))
    .filter(({ result }) => !onlyProblems || isProblem(result))
  const [shown, more] = useFirstItems(listed)
  return (
    <Stack gap={3}>
      <CheckboxField
        label={m.importOnlyProblems({ count: results.filter(isProblem).length })}
        checked={onlyProblems}
        onChange={setOnlyProblems}
      />
      <Table label={m.importRows()} columns={columns()}>
        {shown.map(({ result, at }) => (
          <tr key={at}>
            <td>{numbers?.[at] ?? at + 1}</td>
            <th scope="row">{rows[at]?.email || '–'}</th>
            <td className={styles.wrap}>{rows[at]?.displayName ?? '–'}</td>
            <td className={result.outcome === 'invalid' ? styles.problem : styles.wrap}>
              {m.importOutcome(result)}
            </td>
            <td className={styles.wrap}>
              <Problems problems={result.problems} />
            </td>
          </tr>
        ))}
      </Table>
      {more}
    </Stack>
  )
}

const Problems = ({ problems }: Pick<ImportResult, 'problems'>) =>
  problems.length > 0 && (
    <ul className={styles.problems}>
      {problems.map(({ field, message }) => (
        <li key={field}>
          {words.labelled({ label: m.importColumn({ column: field }), value: message })}
          {field !== 'email' && ` ${m.importLeftOut()}`}
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
      title={m.importInvited({ count })}
      actions={
        <>
          <Button onClick={onClose}>{m.importSee()}</Button>
          <Button variant="secondary" onClick={onMore}>
            {m.importMore()}
          </Button>
        </>
      }
    >
      {sendsEmail ? m.importDoneEmailed() : m.importDone({ days: INVITATION_LIFETIME / DAY })}
    </Notice>
  )
}
