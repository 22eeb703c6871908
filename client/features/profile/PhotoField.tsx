import { imageUrl, IMAGE_KINDS } from '#shared/image-rules.ts'
import { uploadImage } from '#client/lib/files.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { PictureField } from '#client/ui/picture/PictureField.tsx'

import type { ProfileFieldsProps } from './profile-fields.tsx'

export const PhotoField = ({ form }: ProfileFieldsProps) => (
  <PictureField
    label="Photo"
    name="photo"
    round
    limits={IMAGE_KINDS.photo}
    url={form.values.photo && imageUrl(form.values.photo)}
    placeholder={<Avatar name={form.values.displayName} size="large" />}
    error={form.errors['photo']}
    onPick={async (picture) => form.set('photo', await uploadImage('photo', picture))}
    onRemove={() => form.set('photo', '')}
  />
)
