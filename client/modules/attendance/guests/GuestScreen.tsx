import { KEPT_AFTER_EVENT } from '#shared/attendance/guest-rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import * as m from '#shared/events/messages.ts'
import { hasEnded } from '#shared/events/rules.ts'
import * as words from '#shared/lib/messages.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { request } from '#client/lib/request.ts'
import { statusOf } from '#client/lib/request-errors.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { AccountCard } from '#client/modules/accounts/sign-in/AccountCard.tsx'
import { LinkedEvent } from '#client/modules/events/public-events/LinkedEvent.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { ScreenSpinner } from '#client/ui/Spinner.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { GuestAnswer, type GuestProps } from './GuestAnswer.tsx'
import { GuestTables, GuestTicket } from './GuestTicket.tsx'
import { usePolled } from './use-polled.ts'

/** Malformed links are refused, and unknown ones not found. */
const isUnknown = (error: unknown) => [400, 404].includes(statusOf(error))

const loadPage = (link: string) => request('POST /api/guests/page', { body: { link } })

/** The page of a guest without an account, which their link opens. */
export function GuestScreen({ link }: { link: string }) {
  const { data: page, setData: setPage, error, isLoading, retry } = usePolled(loadPage, link)
  if (!page && error)
    return isUnknown(error) ? (
      <AccountCard title={m.guestsUnknown()}>
        <p>{m.guestsUnknownText({ days: KEPT_AFTER_EVENT / DAY })}</p>
      </AccountCard>
    ) : (
      <AccountCard title={m.guestsFailed()}>
        <Stack gap={4}>
          <p>{explainProblem(error).message}</p>
          <div>
            <Button busy={isLoading && words.loading()} onClick={retry}>
              {words.tryAgain()}
            </Button>
          </div>
        </Stack>
      </AccountCard>
    )
  if (!page) return <ScreenSpinner />
  return <Opened page={page} link={link} onPage={setPage} />
}

function Opened({ page, link, onPage }: GuestProps) {
  const { event, mine, invitedBy, isOpen } = page
  const isOver = useClock((now) => hasEnded(event, now))
  const phase = event.status === 'cancelled' ? 'cancelled' : isOver ? 'over' : isOpen ? 'open' : 'closed'
  const isPast = phase === 'cancelled' || phase === 'over'
  return (
    <AccountCard
      title={mine && !isPast ? m.guestsState({ state: mine.state }) : m.guestsTitle({ phase })}
      lead={!isPast && invitedBy && m.guestsInvitedBy({ name: invitedBy })}
      invitation={<LinkedEvent event={event} isPreview />}
    >
      <Stack gap={6}>
        {isPast ? (
          <Past page={page} link={link} />
        ) : (
          <>
            <GuestTicket page={page} link={link} />
            <GuestAnswer page={page} link={link} onPage={onPage} />
          </>
        )}
        {event.description && (
          <section>
            <Stack gap={2}>
              <h2>{m.eventAbout()}</h2>
              <Markdown headingLevel={3}>{event.description}</Markdown>
            </Stack>
          </section>
        )}
      </Stack>
    </AccountCard>
  )
}

/** A cancelled event, or one that is over. */
const Past = ({ page: { event, mine }, link }: Omit<GuestProps, 'onPage'>) => (
  <Stack gap={4}>
    {event.reason && <Notice tone="warning">{event.reason}</Notice>}
    {mine?.checkedInAt && (
      <>
        <p>{m.guestsCame()}</p>
        <GuestTables link={link} />
      </>
    )}
    <p className={patterns.muted}>{m.guestsDeclineText({ days: KEPT_AFTER_EVENT / DAY })}</p>
  </Stack>
)
