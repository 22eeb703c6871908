import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/conversation/messages.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import { DISCUSSION_LIMITS } from '#shared/conversation/discussion/rules.ts'
import type { Post } from '#shared/conversation/discussion/schema.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { paths } from '#shared/lib/paths.ts'
import { useClock } from '#client/lib/time/use-clock.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { useReport } from '#client/modules/people/members/use-report.ts'
import { Ago } from '#client/modules/people/members/Time.tsx'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'
import { HiddenNotice } from '#client/ui/HiddenNotice.tsx'
import { LinkedText } from '#client/ui/text/LinkedText.tsx'
import { MoreIcon } from '#client/ui/icons/member-icons.tsx'
import { Menu, type MenuItem } from '#client/ui/overlays/Menu.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './discussion.module.css'
import { EditPost } from './PostForm.tsx'
import { deletePost, invalidateDiscussion, setMark } from './queries.ts'

interface Props {
  event: EventDetails
  post: Post
  kind: 'question' | 'answer'
  /** Whether the viewer may pin the question, or mark the answer. */
  mayMark: boolean
}

const MARKS = {
  question: { badge: m.discussionPinned, name: 'pin', set: m.discussionPin, remove: m.discussionUnpin },
  answer: { badge: m.discussionBest, name: 'mark', set: m.discussionMark, remove: m.discussionUnmark },
} as const

/** A question or an answer, with what the viewer can do to it. */
export function PostBody({ event, post, kind, mayMark }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { text, by, at, editedAt, isMarked, hidden } = post
  const items = useMenu({ event, post, kind, mayMark }, setEditing, setDeleting)
  return (
    <article className={styles.post}>
      <div className={styles.head}>
        <Avatar size="small" name={by.displayName} photo={by.photo} />
        <p className={styles.by}>
          {by.former ? (
            <span className={styles.name}>{by.displayName}</span>
          ) : (
            <Link to={paths.memberProfile(by.id)} className={styles.name}>
              {by.displayName}
            </Link>
          )}
          {event.hosts.some(({ id }) => id === by.id) && <Badge tone="accent">{m.discussionHost()}</Badge>}
          {isMarked && <Badge tone="strong">{MARKS[kind].badge()}</Badge>}
          <span className={patterns.small}>
            <Ago at={at} />
            {editedAt && `\u00A0· ${m.discussionEdited()}`}
          </span>
        </p>
        {items.length > 0 && <Menu label={m.discussionMenu({ kind })} trigger={<MoreIcon />} items={items} />}
      </div>
      <HiddenNotice title={m.discussionHidden({ kind })} hidden={hidden} />
      {isEditing ? (
        <EditPost eventId={event.id} post={post} onDone={() => setEditing(false)} />
      ) : (
        <p className={patterns.asTyped}>
          <LinkedText>{text}</LinkedText>
        </p>
      )}
      <DeleteDialog
        event={event}
        post={post}
        kind={kind}
        open={isDeleting}
        onClose={() => setDeleting(false)}
      />
    </article>
  )
}

function useMenu(
  { event, post: { id, at, isOwn, isMarked }, kind, mayMark }: Props,
  setEditing: (isEditing: boolean) => void,
  setDeleting: (isDeleting: boolean) => void,
): MenuItem[] {
  const cache = useQueryClient()
  const report = useReport()
  const { set, remove, name } = MARKS[kind]
  const { run } = useCommand({
    command: (next: boolean) => setMark(event.id, id, name, next),
    onSuccess: () => invalidateDiscussion(cache, event.id),
  })
  const isEditable = useClock((now) => now - Date.parse(at) < DISCUSSION_LIMITS.editable)
  return [
    ...(mayMark ? [{ label: (isMarked ? remove : set)(), onSelect: () => run(!isMarked) }] : []),
    ...(isOwn && isEditable ? [{ label: words.edit(), onSelect: () => setEditing(true) }] : []),
    ...(isOwn ? [] : [{ label: m.eventReport(), onSelect: () => report('post', id) }]),
    ...(isOwn || canOnEvent(event, 'edit')
      ? [{ label: words.deleteIt(), tone: 'danger' as const, onSelect: () => setDeleting(true) }]
      : []),
  ]
}

interface DeleteProps extends Pick<Props, 'event' | 'post' | 'kind'> {
  open: boolean
  onClose: () => void
}

function DeleteDialog({ event, post, kind, open, onClose }: DeleteProps) {
  const cache = useQueryClient()
  const { run, isPending } = useCommand({
    command: () => deletePost(event.id, post.id),
    done: m.discussionDeleted({ kind }),
    onSuccess: () => invalidateDiscussion(cache, event.id),
  })
  return (
    <ConfirmDialog
      open={open}
      title={m.discussionDelete({ kind })}
      confirm={m.discussionDeleteNow({ kind })}
      danger
      busy={isPending && words.deleting()}
      onClose={onClose}
      onConfirm={() => run()}
    >
      <p>{m.discussionDeleteText({ kind })}</p>
    </ConfirmDialog>
  )
}
