import type { SettingsOf } from '#shared/community-settings.ts'
import { IMAGE_KINDS, imageUrl } from '#shared/image-rules.ts'
import { uploadImage } from '#client/lib/files.ts'
import { PictureField } from '#client/ui/picture/PictureField.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'

const same = <V,>(value: V) => value

export const LogoSection = () => (
  <Stack gap={8}>
    <SectionForm<'logo', SettingsOf<'logo'>>
      section="logo"
      title="Logo"
      lead="Shown beside the name at the top of every page. Replaces the default logo."
      labels={{ image: 'Logo' }}
      valuesOf={same}
      valueOf={same}
    >
      {(form) => (
        <PictureField
          label="Logo"
          name="image"
          hint="A square image, PNG or WebP. It is shown small, on a light and on a dark background."
          limits={IMAGE_KINDS.logo}
          url={form.values.image && imageUrl(form.values.image)}
          error={form.errors['image']}
          onPick={async (picture) => form.set('image', await uploadImage('logo', picture))}
          onRemove={() => form.set('image', '')}
        />
      )}
    </SectionForm>
    <History section="logo" describe={logoOf} />
  </Stack>
)

const logoOf = ({ image }: SettingsOf<'logo'>) =>
  image ? <img src={imageUrl(image)} alt="Logo at that time" width={32} height={32} /> : 'Standard mark'
