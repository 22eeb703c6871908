import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'

import { roundsPath } from '#shared/lib/paths/rounds.ts'
import type { EmailedRound as Round } from '#shared/rounds/emailed.ts'
import * as m from '#shared/rounds/messages.ts'
import { request } from '#client/lib/request.ts'
import { formatMoment } from '#client/lib/time/when.ts'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { FailureNotice } from '#client/modules/accounts/sign-in/FailureNotice.tsx'
import { useAction } from '#client/modules/accounts/sign-in/use-action.ts'
import { Button } from '#client/ui/Button.tsx'
import { linkTo } from '#client/ui/link-to.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

/** Joins a round from an email, without a sign-in. On a click, because scanners open links. */
export function EmailedRound({ token }: { token: string }) {
  const [round, setRound] = useState<Round>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    request('GET /api/public/round', { query: { token } }).then(setRound, setFailure)
  }, [token])
  const join = useAction(async () => setRound(await request('PUT /api/public/round', { body: { token } })))

  return (
    <AccountCard
      title={round?.title ?? m.emailedTitle()}
      footer={failure !== undefined && <Link to={roundsPath}>{m.rounds()}</Link>}
    >
      <FailureNotice error={failure ?? join.failure} />
      {round ? <Choice {...round} {...join} /> : failure === undefined && <Spinner />}
    </AccountCard>
  )
}

function Choice({
  size,
  optInUntil,
  timeZone,
  isOpen,
  isIn,
  busy,
  start,
}: Round & { busy: boolean; start: () => void }) {
  const date = formatMoment(optInUntil, timeZone)
  return (
    <>
      <div aria-live="polite">
        {isIn ? (
          <Notice tone="success">{isOpen ? m.isIn({ date }) : m.isMatching()}</Notice>
        ) : (
          <p>{isOpen ? m.cardText({ size, date }) : m.refusedClosed()}</p>
        )}
      </div>
      {isOpen && !isIn && (
        <Button busy={busy && m.join()} onClick={start}>
          {m.join()}
        </Button>
      )}
      {isIn && <p>{rich(m.emailedSignIn({ a: linkTo(roundsPath) }))}</p>}
    </>
  )
}
