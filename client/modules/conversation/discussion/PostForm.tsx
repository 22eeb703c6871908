import { useQueryClient } from '@tanstack/react-query'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/conversation/messages.ts'
import { DISCUSSION_LIMITS } from '#shared/conversation/discussion/rules.ts'
import type { Post } from '#shared/conversation/discussion/schema.ts'
import { request } from '#client/lib/request.ts'
import { type Form, useForm } from '#client/ui/form/use-form.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'

import styles from './discussion.module.css'
import { editPost, invalidateDiscussion } from './queries.ts'

interface NewPostProps {
  eventId: string
  /** Id of the question that it answers. */
  question?: string
  label: string
  hint?: string
  button: string
  /** Closes the form. */
  onDone?: () => void
}

/** Sending again after a lost response creates no second post. */
export function NewPost({ eventId, question, onDone, ...texts }: NewPostProps) {
  const cache = useQueryClient()
  const { form } = useNewDraft({
    initial: { text: '' },
    draft: `post:${eventId}:${question ?? ''}`,
    check,
    create: ({ text }, idempotencyKey) =>
      request('POST /api/events/:eventId/discussion', {
        idempotencyKey,
        params: { eventId },
        body: { text, question },
      }),
    async onCreated() {
      await invalidateDiscussion(cache, eventId)
      form.discard()
      onDone?.()
    },
  })
  return <TextForm form={form} onCancel={onDone} {...texts} />
}

export function EditPost({ eventId, post, onDone }: { eventId: string; post: Post; onDone: () => void }) {
  const cache = useQueryClient()
  const form = useForm({
    initial: { text: post.text },
    draft: `edit-post:${post.id}`,
    check,
    async submit({ text }) {
      await editPost(eventId, post.id, text)
      await invalidateDiscussion(cache, eventId)
      onDone()
    },
  })
  return <TextForm form={form} label={words.edit()} button={words.save()} onCancel={onDone} />
}

const check = ({ text }: { text: string }): FieldErrors =>
  text.trim() ? {} : { text: m.discussionRuleText() }

interface TextFormProps {
  form: Form<{ text: string }>
  label: string
  hint?: string | undefined
  button: string
  onCancel?: (() => void) | undefined
}

function TextForm({ form, label, hint, button, onCancel }: TextFormProps) {
  return (
    <form {...form.props} className={styles.form}>
      <TextField
        {...form.field('text')}
        label={label}
        hint={hint}
        multiline
        rows={2}
        maxLength={DISCUSSION_LIMITS.text}
        readOnly={form.busy}
        // It takes the place of the button or the text that had the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={onCancel !== undefined}
      />
      <Submit form={form} label={button} busy={words.sending()} variant="secondary">
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {words.cancel()}
          </Button>
        )}
      </Submit>
    </form>
  )
}
