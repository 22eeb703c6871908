import { useState } from 'react'

import * as m from '#shared/events/messages.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import { IMAGE_KINDS, imageUrl } from '#shared/lib/image-rules.ts'
import styles from '#client/modules/events/editor/editor.module.css'
import { uploadImage } from '#client/modules/people/images/upload-image.ts'
import type { Form } from '#client/ui/form/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/form/FieldGroup.tsx'
import { Markdown } from '#client/ui/markdown/Markdown.tsx'
import { PictureField } from '#client/ui/picture/PictureField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { TextListField } from '#client/ui/form/TextListField.tsx'

import type { EventDraft } from './event-draft.ts'

interface Props {
  form: Form<EventDraft>
  /** Whether the event is over, so that its title is locked. */
  isOver?: boolean
}

export const BasicsFields = ({ form, isOver }: Props) => (
  <FieldGroup legend={m.editorBasics()}>
    {!isOver && (
      <TextField
        {...form.field('title')}
        label={m.editorTitle()}
        maxLength={EVENT_LIMITS.title.max}
        required
      />
    )}
    <TextField
      {...form.field('summary')}
      label={m.editorSummary()}
      hint={m.editorSummaryHint()}
      multiline
      rows={2}
      maxLength={EVENT_LIMITS.summary}
      optional
    />
    <DescriptionField {...form.field('description')} />
    <PictureField
      label={m.editorCover()}
      kind="cover"
      name="cover"
      limits={IMAGE_KINDS.cover}
      url={form.values.cover && imageUrl(form.values.cover)}
      error={form.errors['cover']}
      onPick={async (picture) => form.set('cover', await uploadImage('cover', picture))}
      onRemove={() => form.set('cover', '')}
    />
    <TextListField
      label={m.eventTags()}
      entry={{ name: m.tagNumber, remove: m.tagRemove, add: m.tagAdd() }}
      hint={m.editorTagsHint()}
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
        label={m.editorDescription()}
        hint={m.editorDescriptionHint()}
        multiline
        rows={8}
        maxLength={EVENT_LIMITS.description}
        optional
      />
      <div>
        <Button
          variant="quiet"
          aria-expanded={isPreview}
          disabled={isEmpty}
          onClick={() => setPreview(!isPreview)}
        >
          {isPreview ? m.editorPreviewHide() : m.editorPreviewShow()}
        </Button>
      </div>
      {isPreview && !isEmpty && (
        <section className={styles.preview} aria-label={m.editorPreview()}>
          <Markdown headingLevel={2}>{props.value}</Markdown>
        </section>
      )}
    </div>
  )
}
