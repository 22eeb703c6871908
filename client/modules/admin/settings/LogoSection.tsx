import * as m from '#shared/admin/messages.ts'
import type { SettingsOf } from '#shared/community/settings.ts'
import { IMAGE_KINDS, imageUrl } from '#shared/lib/image-rules.ts'
import { uploadImage } from '#client/modules/people/images/upload-image.ts'
import { PictureField } from '#client/ui/picture/PictureField.tsx'
import { Stack } from '#client/ui/Stack.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'

const same = <V,>(value: V) => value

export const LogoSection = () => (
  <Stack gap={8}>
    <SectionForm<'logo', SettingsOf<'logo'>>
      section="logo"
      lead={m.logoLead()}
      labels={{ image: m.settingsPart({ part: 'logo' }) }}
      valuesOf={same}
      valueOf={same}
    >
      {(form) => (
        <PictureField
          label={m.settingsPart({ part: 'logo' })}
          kind="logo"
          name="image"
          hint={m.logoHint()}
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
  image ? <img src={imageUrl(image)} alt={m.logoThen()} width={32} height={32} /> : m.logoStandard()
