import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import * as m from '#shared/conversation/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import { DISCUSSION_NEWS, type DiscussionNews } from '#shared/conversation/discussion/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { ShowMore } from '#client/ui/lists/ShowMore.tsx'
import { Loading } from '#client/ui/crash/Loading.tsx'

import styles from './discussion.module.css'
import { NewPost } from './PostForm.tsx'
import { Question } from './Question.tsx'
import { chooseNews, discussionOf, invalidateDiscussion } from './queries.ts'

/** Questions about the event, and answers to them. */
export function Discussion({ event }: { event: EventDetails }) {
  const query = useInfiniteQuery({ ...discussionOf(event.id), throwOnError: false })
  const { questions, news } = query.data ?? {}
  const [isAsking, setAsking] = useState(false)
  return (
    <section className={styles.discussion}>
      <h2>{m.discussionTitle()}</h2>
      {isAsking && (
        <NewPost
          eventId={event.id}
          label={m.discussionYours()}
          hint={m.discussionYoursHint()}
          button={m.discussionSend()}
          onDone={() => setAsking(false)}
        />
      )}
      {!isAsking && !event.hidden?.event && (
        <div>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            {m.discussionAsk()}
          </Button>
        </div>
      )}
      <Loading query={query} failed={m.discussionFailed()} />
      {questions?.length === 0 && <p className={patterns.muted}>{m.discussionNone()}</p>}
      <ol className={styles.questions}>
        {questions?.map((question) => (
          <Question key={question.id} event={event} question={question} />
        ))}
      </ol>
      <ShowMore {...query} />
      {news && <News event={event} news={news} />}
    </section>
  )
}

function News({ event, news }: { event: EventDetails; news: DiscussionNews }) {
  const { id } = event
  const cache = useQueryClient()
  const { run, running } = useCommand({
    command: (chosen: DiscussionNews) => chooseNews(id, chosen),
    done: m.discussionNewsChanged(),
    onSuccess: () => invalidateDiscussion(cache, id),
  })
  const own = canOnEvent(event, 'edit') ? 'organised' : 'own'
  return (
    <div className={styles.news}>
      <SelectField
        label={m.discussionNewsAbout()}
        name="news"
        value={running ?? news}
        onChange={run}
        options={DISCUSSION_NEWS.map((value) => ({
          value,
          label: m.discussionNews({ news: value === 'own' ? own : value }),
        }))}
      />
    </div>
  )
}
