import type { ReactNode } from 'react'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/chapters/messages.ts'
import {
  CHAPTER_LIMITS,
  CHAPTER_LISTINGS,
  CHAPTER_STATES,
  type ChapterState,
  INDUSTRY_SEATS,
  JOIN_RULES,
  LEAD_TERMS,
  LETTERS_PER_WEEK,
  NEW_STATES,
  NEXT_STATES,
} from '#shared/chapters/rules.ts'
import type { ChapterProposal } from '#shared/chapters/proposals.ts'
import type { Chapter, ChapterEdit } from '#shared/chapters/schema.ts'
import { IMAGE_KINDS, imageUrl } from '#shared/lib/image-rules.ts'
import { notSet } from '#shared/people/messages.ts'
import { ConflictDialog } from '#client/lib/edits/ConflictDialog.tsx'
import type { Base } from '#client/lib/edits/saving.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { useEditForm } from '#client/lib/edits/use-edit-form.ts'
import { request } from '#client/lib/request.ts'
import { readSettings } from '#client/lib/settings.ts'
import { uploadImage } from '#client/modules/people/images/upload-image.ts'
import { Button } from '#client/ui/Button.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { type Form, useForm } from '#client/ui/form/use-form.ts'
import { PictureField } from '#client/ui/picture/PictureField.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { useToast } from '#client/lib/toast.ts'
import { Submit } from '#client/ui/form/Submit.tsx'

import { wrongName } from './checks.ts'
import { LABELS } from './labels.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { acceptProposal, createChapter, useChaptersChanged } from './queries.ts'
import { slugOf } from './slug.ts'

export const newChapter = (): ChapterEdit => ({
  name: '',
  slug: '',
  region: '',
  place: '',
  timeZone: Temporal.Now.timeZoneId(),
  language: (readSettings().LANGUAGE ?? 'en') as ChapterEdit['language'],
  about: '',
  joinRule: 'open',
  listing: 'members',
  state: 'forming',
  leadTerm: 'none',
  industrySeats: 'any',
  lettersPerWeek: '1',
})

const proposed = ({ name, place, region, timeZone }: ChapterProposal) => ({
  name,
  slug: slugOf(name),
  place,
  region,
  timeZone,
})

const baseOf = ({ version, ...chapter }: Chapter): Base<ChapterEdit> => {
  const { name, slug, region, place, timeZone, language, about, joinRule, listing, state } = chapter
  const { leadTerm = 'none', industrySeats = 'any', lettersPerWeek = '1', cover = '' } = chapter
  const text = { name, slug, region, place, timeZone, language, cover, about }
  return { version, edit: { ...text, joinRule, listing, state, leadTerm, industrySeats, lettersPerWeek } }
}

export const languages = () =>
  Object.entries(readSettings().LANGUAGES ?? {}).map(([value, label]) => ({
    value: value as ChapterEdit['language'],
    label,
  }))

const joinRules = () =>
  JOIN_RULES.map((rule) => ({
    value: rule,
    label: m.joinRuleName({ rule }),
    hint: m.joinRuleText({ rule }),
  }))

const listings = () =>
  CHAPTER_LISTINGS.map((listing) => ({
    value: listing,
    label: m.listingName({ listing }),
    hint: m.listingHint({ listing }),
  }))

const stateOption = (state: ChapterState) => ({ value: state, label: m.stateName({ state }) })

const leadTerms = () =>
  LEAD_TERMS.map((term) => ({ value: term, label: m.leadTermName({ term, months: Number(term) || 0 }) }))

const industrySeats = () => INDUSTRY_SEATS.map((value) => ({ value, label: m.industrySeatsName({ value }) }))

const lettersPerWeek = () =>
  LETTERS_PER_WEEK.map((value) => ({ value, label: m.lettersPerWeekName({ count: Number(value) }) }))

const check = ({ name }: ChapterEdit) => wrongName(name)

function useSaved(onDone: () => void) {
  const changed = useChaptersChanged()
  const toast = useToast()
  return async () => {
    await changed()
    toast(words.saved(), { tone: 'success' })
    onDone()
  }
}

/** @param proposal by which a member becomes its lead */
export function NewChapter({ proposal, onDone }: { proposal?: ChapterProposal; onDone: () => void }) {
  const onSaved = useSaved(onDone)
  const form = useForm<ChapterEdit>({
    initial: { ...newChapter(), ...(proposal && proposed(proposal)) },
    check,
    async submit(edit) {
      await (proposal ? acceptProposal(proposal, edit) : createChapter(edit))
      await onSaved()
    },
  })
  const { name, slug } = form.values
  return (
    <Fields
      form={form}
      states={NEW_STATES}
      onDone={onDone}
      onName={(next) =>
        form.setAll({ ...form.values, name: next, slug: slug === slugOf(name) ? slugOf(next) : slug })
      }
    />
  )
}

export function EditChapter({ chapter, onDone }: { chapter: Chapter; onDone: () => void }) {
  const onSaved = useSaved(onDone)
  const params = { slug: chapter.slug }
  const editing = useEditForm<ChapterEdit, ChapterEdit, Chapter>({
    draft: `chapter:${chapter.slug}`,
    present: baseOf(chapter),
    valuesOf: (edit) => edit,
    editOf: (values) => values,
    check,
    send: (body, ifMatch) => request('PUT /api/admin/chapters/:slug', { params, body, ifMatch }),
    reload: async () => baseOf(await request('GET /api/chapters/:slug', { params })),
    onSaved,
  })
  const { form, restored, discard } = editing
  return (
    <>
      <Fields
        form={form}
        states={[chapter.state, ...NEXT_STATES[chapter.state]]}
        onDone={onDone}
        onName={form.field('name').onChange}
      >
        {restored.length > 0 && <RestoredNotice fields={restored.map(labelOf)} onDiscard={discard} />}
      </Fields>
      <ConflictDialog editing={editing} what="chapter" fieldName={labelOf} fieldValue={textOf} />
    </>
  )
}

const labelOf = (path: string) => LABELS[path as keyof ChapterEdit]()

const OPTIONS: Readonly<Record<string, () => readonly { value: string; label: string }[]>> = {
  language: languages,
  joinRule: joinRules,
  listing: listings,
  state: () => CHAPTER_STATES.map(stateOption),
  leadTerm: leadTerms,
  industrySeats,
  lettersPerWeek,
}
const textOf = (path: string, value: unknown) =>
  OPTIONS[path]?.().find((option) => option.value === value)?.label ??
  ((path === 'cover' && value ? m.picture() : String(value)) || notSet())

interface FieldsProps {
  form: Form<ChapterEdit>
  states: readonly ChapterState[]
  onName: (name: string) => void
  onDone: () => void
  children?: ReactNode
}

const Fields = ({ form, states, onName, onDone, children }: FieldsProps) => (
  <form {...form.props} className={patterns.column}>
    {children}
    <TextField
      {...form.field('name')}
      label={m.name()}
      onChange={onName}
      maxLength={CHAPTER_LIMITS.name.max}
    />
    <TextField {...form.field('slug')} label={m.slug()} hint={m.slugHint()} maxLength={CHAPTER_LIMITS.slug} />
    <PlaceFields form={form} />
    {languages().length > 0 && (
      <SelectField {...form.field('language')} label={m.language()} options={languages()} />
    )}
    <PictureField
      label={m.picture()}
      kind="cover"
      name="cover"
      limits={IMAGE_KINDS.cover}
      url={form.values.cover ? imageUrl(form.values.cover) : ''}
      error={form.errors['cover']}
      onPick={async (picture) => form.set('cover', await uploadImage('cover', picture))}
      onRemove={() => form.set('cover', '')}
    />
    <TextField
      {...form.field('about')}
      label={m.about()}
      multiline
      rows={6}
      maxLength={CHAPTER_LIMITS.about}
      optional
    />
    <RadioCards {...form.field('joinRule')} label={m.joining()} options={joinRules()} />
    <RadioCards {...form.field('listing')} label={m.listing()} options={listings()} />
    {readSettings().COMMUNITY?.chapters && (
      <>
        <SelectField
          {...form.field('leadTerm')}
          value={form.values.leadTerm ?? 'none'}
          label={m.leadTerm()}
          hint={m.leadTermHint()}
          options={leadTerms()}
        />
        <SelectField
          {...form.field('industrySeats')}
          value={form.values.industrySeats ?? 'any'}
          label={m.industrySeats()}
          hint={m.industrySeatsHint()}
          options={industrySeats()}
        />
        <SelectField
          {...form.field('lettersPerWeek')}
          value={form.values.lettersPerWeek ?? '1'}
          label={m.lettersPerWeek()}
          options={lettersPerWeek()}
        />
      </>
    )}
    <SelectField
      {...form.field('state')}
      label={m.state()}
      hint={m.stateHint()}
      options={states.map(stateOption)}
    />
    <Submit form={form} label={words.save()}>
      <Button variant="secondary" onClick={onDone}>
        {words.cancel()}
      </Button>
    </Submit>
  </form>
)
