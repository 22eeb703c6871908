import { EVENT_LIMITS } from '#shared/event-rules.ts'
import { IMAGE_KINDS, imageUrl } from '#shared/image-rules.ts'
import type { EventDraft } from '#client/features/event-editor/draft/event-draft.ts'
import { uploadImage } from '#client/lib/files.ts'
import type { Form } from '#client/lib/use-form.ts'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'
import { PictureField } from '#client/ui/picture/PictureField.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { TextListField } from '#client/ui/TextListField.tsx'

import { DescriptionField } from './DescriptionField.tsx'

interface Props {
  form: Form<EventDraft>
  /** Its title stays. */
  isOver?: boolean
}

export const What = ({ form, isOver }: Props) => (
  <FieldGroup legend="What it is">
    {!isOver && (
      <TextField {...form.field('title')} label="Title" maxLength={EVENT_LIMITS.title.max} required />
    )}
    <TextField
      {...form.field('summary')}
      label="In short"
      hint="Shown in lists: why someone should come."
      multiline
      rows={2}
      maxLength={EVENT_LIMITS.summary}
      optional
    />
    <DescriptionField {...form.field('description')} />
    <PictureField
      label="Cover picture"
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
      hint="Words by which members filter events."
      name="tags"
      values={form.values.tags}
      errors={form.errors}
      most={EVENT_LIMITS.tags}
      maxLength={EVENT_LIMITS.tag}
      onChange={(tags) => form.set('tags', tags)}
    />
  </FieldGroup>
)
