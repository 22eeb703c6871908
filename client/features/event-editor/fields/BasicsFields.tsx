import { useState } from 'react'

import { EVENT_LIMITS } from '#shared/event-rules.ts'
import { IMAGE_KINDS, imageUrl } from '#shared/image-rules.ts'
import styles from '#client/features/event-editor/editor.module.css'
import type { EventDraft } from '#client/features/event-editor/event-draft.ts'
import { uploadImage } from '#client/lib/files.ts'
import type { Form } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import { PictureField } from '#client/ui/picture/PictureField.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { TextListField } from '#client/ui/TextListField.tsx'

interface Props {
  form: Form<EventDraft>
  /** The title is locked. */
  isOver?: boolean
}

export const BasicsFields = ({ form, isOver }: Props) => (
  <FieldGroup legend="Basics">
    {!isOver && (
      <TextField {...form.field('title')} label="Title" maxLength={EVENT_LIMITS.title.max} required />
    )}
    <TextField
      {...form.field('summary')}
      label="Summary"
      hint="Appears in event lists. Say why someone should come."
      multiline
      rows={2}
      maxLength={EVENT_LIMITS.summary}
      optional
    />
    <DescriptionField {...form.field('description')} />
    <PictureField
      label="Cover"
      name="cover"
      limits={IMAGE_KINDS.cover}
      url={form.values.cover && imageUrl(form.values.cover)}
      error={form.errors['cover']}
      onPick={async (picture) => form.set('cover', await uploadImage('cover', picture))}
      onRemove={() => form.set('cover', '')}
    />
    <TextListField
      label="Tags"
      itemLabel="Tag"
      hint="Members can filter events by tag."
      name="tags"
      values={form.values.tags}
      errors={form.errors}
      most={EVENT_LIMITS.tags}
      maxLength={EVENT_LIMITS.tag}
      onChange={(tags) => form.set('tags', tags)}
    />
  </FieldGroup>
)

interface DescriptionProps {
  name: string
  value: string
  onChange: (value: string) => void
  error?: string
}

function DescriptionField(props: DescriptionProps) {
  const [isPreview, setPreview] = useState(false)
  const isEmpty = !props.value.trim()
  return (
    <div className={styles.description}>
      <TextField
        {...props}
        label="Description"
        hint="Markdown works: **bold**, *italic*, - lists, ## headings, [links](https://…)."
        multiline
        rows={8}
        maxLength={EVENT_LIMITS.description}
        optional
      />
      <Button
        variant="quiet"
        aria-expanded={isPreview}
        disabled={isEmpty}
        onClick={() => setPreview(!isPreview)}
      >
        {isPreview ? 'Hide preview' : 'Show preview'}
      </Button>
      {isPreview && !isEmpty && (
        <section className={styles.preview} aria-label="Description preview">
          <Markdown headingLevel={2}>{props.value}</Markdown>
        </section>
      )}
    </div>
  )
}
