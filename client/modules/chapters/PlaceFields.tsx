import * as m from '#shared/chapters/messages.ts'
import { CHAPTER_LIMITS } from '#shared/chapters/rules.ts'
import type { ChapterEdit } from '#shared/chapters/schema.ts'
import { TimeZoneField } from '#client/lib/time/TimeZoneField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import type { Form } from '#client/ui/form/use-form.ts'

type Place = Pick<ChapterEdit, 'place' | 'region' | 'timeZone'>

/** Where a chapter is. */
export const PlaceFields = <T extends Place>({ form }: { form: Form<T> }) => (
  <>
    <TextField {...form.field('place')} label={m.place()} maxLength={CHAPTER_LIMITS.place} optional />
    <TextField
      {...form.field('region')}
      label={m.region()}
      hint={m.regionHint()}
      maxLength={CHAPTER_LIMITS.region}
      optional
    />
    <TimeZoneField {...form.field('timeZone')} />
  </>
)
