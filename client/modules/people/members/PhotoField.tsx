import * as m from '#shared/people/messages.ts'
import { IMAGE_KINDS, imageUrl } from '#shared/lib/image-rules.ts'
import { uploadImage } from '#client/modules/people/images/upload-image.ts'
import { Avatar } from '#client/ui/people/Avatar.tsx'
import { PictureField } from '#client/ui/picture/PictureField.tsx'

import type { ProfileFieldsProps } from './profile-fields.tsx'

interface Props extends ProfileFieldsProps {
  /** Saves it at once. Without it, the photo is saved with the rest of the form. */
  savePhoto?: (photo: string) => Promise<void>
}

export const PhotoField = ({ form, savePhoto }: Props) => (
  <PictureField
    label={m.fieldName({ field: 'photo' })}
    kind="photo"
    name="photo"
    round
    limits={IMAGE_KINDS.photo}
    url={form.values.photo && imageUrl(form.values.photo)}
    placeholder={<Avatar name={form.values.displayName} size="large" />}
    error={form.errors['photo']}
    onPick={async (picture) => {
      const photo = await uploadImage('photo', picture)
      if (savePhoto) await savePhoto(photo)
      else form.set('photo', photo)
    }}
    onRemove={() => form.set('photo', '')}
  />
)
