import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { CalendarFeed, NewCalendarFeed } from '#shared/calendar.ts'
import { request } from '#client/lib/request.ts'
import { DateOf } from '#client/lib/time/Time.tsx'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { explainProblem } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { CopyField } from '#client/ui/CopyField.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import patterns from '#client/ui/patterns.module.css'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'

const URL_PATH = '/api/calendar-feed'

const calendarFeed = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => request<CalendarFeed>(URL_PATH, { signal }),
})

export function CalendarFeedButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Sync calendar
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Sync events to your calendar">
        <FeedSettings />
      </Dialog>
    </>
  )
}

/** Creates, replaces and deletes the secret link that calendar apps subscribe to. */
function FeedSettings() {
  const feed = useQuery({ ...calendarFeed, throwOnError: false })
  const creation = useFeedCreation()
  const deletion = useFeedDeletion()
  const error = creation.error ?? deletion.error ?? feed.error
  const exists = Boolean(feed.data?.createdAt)
  if (feed.isPending) return <Spinner />
  return (
    <>
      <p>See your events and meetings in your calendar app. Changes sync automatically.</p>
      {creation.data && exists && <NewLink url={creation.data.url} />}
      {feed.data && exists && !creation.data && <ExistingLink feed={feed.data} />}
      {error && <Notice tone="danger">{explainProblem(error).message}</Notice>}
      <div className={patterns.endActions}>
        {exists && (
          <Button variant="quiet" busy={deletion.isPending && 'Deleting…'} onClick={() => deletion.mutate()}>
            Delete link
          </Button>
        )}
        <Button
          variant={exists ? 'secondary' : 'primary'}
          busy={creation.isPending && 'Creating…'}
          onClick={() => !creation.isPending && creation.mutate()}
        >
          {exists ? 'Replace link' : 'Create link'}
        </Button>
      </div>
    </>
  )
}

/** Replaces the existing link, if any. Repeated after a lost response, it gets the same link. */
function useFeedCreation() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<NewCalendarFeed>(URL_PATH, { method: 'POST', idempotencyKey: crypto.randomUUID() }),
    onSuccess: ({ createdAt = '' }) => cache.setQueryData(calendarFeed.queryKey, { createdAt }),
  })
}

function useFeedDeletion() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => request(URL_PATH, { method: 'DELETE' }),
    onSuccess: () => cache.setQueryData(calendarFeed.queryKey, {}),
  })
}

/** With the scheme `webcal:`, the device opens its calendar app and asks whether to subscribe. */
const webcalUrl = (url: string) => url.replace(/^https?:/, 'webcal:')

const NewLink = ({ url }: { url: string }) => (
  <>
    <Notice tone="success" title="Your calendar link is ready">
      Copy it now: we show it only once. Anyone who has it can see your events and meetings, so keep it
      private.
    </Notice>
    <CopyField label="Calendar link" name="feed" value={url} />
    <LinkButton to={webcalUrl(url)} reloadDocument>
      Open in calendar app
    </LinkButton>
    <p className={patterns.muted}>In Google Calendar, add a calendar “From URL” and paste the link.</p>
  </>
)

function ExistingLink({ feed: { createdAt = '', lastUsedAt } }: { feed: CalendarFeed }) {
  const lastUsed = useClock((now) => (lastUsedAt ? formatRelative(lastUsedAt, now) : ''))
  return (
    <>
      <p>
        Created <DateOf at={createdAt} /> · {lastUsed ? `last synced ${lastUsed}` : 'not synced yet'}
      </p>
      <p className={patterns.muted}>
        We can’t show the link again. If you lost it or someone else has it, replace it: the old link stops
        working, and you subscribe again with the new one.
      </p>
    </>
  )
}
