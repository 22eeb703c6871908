import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import * as m from '#shared/calendar/messages.ts'
import type { CalendarFeed } from '#shared/calendar/schema.ts'
import * as words from '#shared/lib/messages.ts'
import { CHAPTER } from '#shared/lib/paths.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'
import { formatRelative } from '#client/lib/time/dates.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Problem } from '#client/ui/crash/Problem.tsx'
import { CopyField } from '#client/ui/form/CopyField.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

const ChapterLinks = lazyPart(() => import('./ChapterLinks.tsx'), 'ChapterLinks')

const calendarFeed = routeQuery(['calendar-feed'], 'GET /api/calendar-feed')

/** Creates, replaces and deletes the secret link that calendar apps subscribe to. */
export function FeedSettings() {
  const [params] = useSearchParams()
  const chapter = params.get(CHAPTER)
  const feed = useQuery({ ...calendarFeed, throwOnError: false })
  const creation = useFeedCreation()
  const deletion = useFeedDeletion()
  const query = chapter === null ? '' : `?${CHAPTER}=${chapter}`
  const exists = Boolean(feed.data?.createdAt)
  if (feed.isPending) return <Spinner />
  return (
    <>
      <p>{m.calendarSyncText()}</p>
      {creation.data && exists && <NewLink url={creation.data.url} query={query} />}
      {query && exists && <ChapterLinks query={query} url={creation.data?.url} />}
      {feed.data && exists && !creation.data && <ExistingLink feed={feed.data} />}
      <Problem error={creation.error ?? deletion.error ?? feed.error} />
      <div className={patterns.endActions}>
        {exists && (
          <Button
            variant="quiet"
            busy={deletion.isPending && words.deleting()}
            onClick={() => deletion.run()}
          >
            {m.calendarDelete()}
          </Button>
        )}
        <Button
          variant={exists ? 'secondary' : 'primary'}
          busy={creation.isPending && m.calendarCreating()}
          onClick={() => creation.run()}
        >
          {exists ? m.calendarReplace() : m.calendarCreate()}
        </Button>
      </div>
    </>
  )
}

/** Replaces the existing link, if any. Repeated after a lost response, it gets the same link. */
function useFeedCreation() {
  const cache = useQueryClient()
  return useCommand({
    command: () => request('POST /api/calendar-feed', { idempotencyKey: crypto.randomUUID() }),
    onSuccess: ({ createdAt = '' }) => cache.setQueryData(calendarFeed.queryKey, { createdAt }),
    showsError: true,
  })
}

function useFeedDeletion() {
  const cache = useQueryClient()
  return useCommand({
    command: () => request('DELETE /api/calendar-feed'),
    onSuccess: () => cache.setQueryData(calendarFeed.queryKey, {}),
    showsError: true,
  })
}

/** With the scheme `webcal:`, the device opens its calendar app and asks whether to subscribe. */
const webcalUrl = (url: string) => url.replace(/^https?:/, 'webcal:')

/** @param query of the chapter whose events the calendar app shows; empty for those of the member */
const NewLink = ({ url, query }: { url: string; query: string }) => (
  <>
    <Notice tone="success" title={m.calendarReady()}>
      {m.calendarReadyText()}
    </Notice>
    <CopyField label={m.calendarLink()} name="feed" value={url} />
    <LinkButton to={webcalUrl(url + query)} reloadDocument>
      {m.calendarOpen()}
    </LinkButton>
    <p className={patterns.muted}>{m.calendarGoogleHint()}</p>
  </>
)

function ExistingLink({ feed: { createdAt = '', lastUsedAt } }: { feed: CalendarFeed }) {
  const lastUsed = useClock((now) => (lastUsedAt ? formatRelative(lastUsedAt, now) : ''))
  return (
    <>
      <p>
        {rich(
          lastUsed
            ? m.calendarSynced({ date: <DateOf at={createdAt} />, ago: lastUsed })
            : m.calendarNotSynced({ date: <DateOf at={createdAt} /> }),
        )}
      </p>
      <p className={patterns.muted}>{m.calendarLost()}</p>
    </>
  )
}
