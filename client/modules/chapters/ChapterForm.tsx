import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/chapters/messages.ts'
import {
  CHAPTER_LIMITS,
  CHAPTER_LISTINGS,
  type ChapterState,
  JOIN_RULES,
  NEXT_STATES,
} from '#shared/chapters/rules.ts'
import type { Chapter, ChapterEdit } from '#shared/chapters/schema.ts'
import { readSettings } from '#client/lib/settings.ts'
import { TimeZoneField } from '#client/lib/time/TimeZoneField.tsx'
import { Button } from '#client/ui/Button.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { SelectField } from '#client/ui/form/SelectField.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { Notice } from '#client/ui/Notice.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { useToast } from '#client/lib/toast.ts'

import { createChapter, editChapter, useChaptersChanged } from './queries.ts'
import { slugOf } from './slug.ts'

const FIELDS = [
  'name',
  'slug',
  'region',
  'place',
  'timeZone',
  'language',
  'about',
  'joinRule',
  'listing',
  'state',
] as const satisfies readonly (keyof ChapterEdit)[]

const newChapter = (): ChapterEdit => ({
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
})

const editOf = (chapter: Chapter) =>
  Object.fromEntries(FIELDS.map((field) => [field, chapter[field]])) as unknown as ChapterEdit

const states = (before: ChapterState) =>
  [before, ...NEXT_STATES[before]].map((state) => ({ value: state, label: m.stateName({ state }) }))

/** @param chapter the one to edit; undefined for a new one */
export function ChapterForm({ chapter, onDone }: { chapter?: Chapter; onDone: () => void }) {
  const changed = useChaptersChanged()
  const toast = useToast()
  const form = useForm<ChapterEdit>({
    initial: chapter ? editOf(chapter) : newChapter(),
    check: ({ name }) => (name.trim() ? {} : { name: m.nameRule({ min: CHAPTER_LIMITS.name.min }) }),
    async submit(edit) {
      await (chapter ? editChapter(chapter.slug, edit, chapter.version) : createChapter(edit))
      await changed()
      toast(words.saved(), { tone: 'success' })
      onDone()
    },
  })
  const { values } = form
  const setName = (name: string) =>
    form.setAll({
      ...values,
      name,
      slug: values.slug === slugOf(values.name) && !chapter ? slugOf(name) : values.slug,
    })
  return (
    <form {...form.props} className={patterns.column}>
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <TextField
        {...form.field('name')}
        label={m.name()}
        onChange={setName}
        maxLength={CHAPTER_LIMITS.name.max}
      />
      <TextField
        {...form.field('slug')}
        label={m.slug()}
        hint={m.slugHint()}
        maxLength={CHAPTER_LIMITS.slug}
      />
      <TextField {...form.field('place')} label={m.place()} maxLength={CHAPTER_LIMITS.place} optional />
      <TextField
        {...form.field('region')}
        label={m.region()}
        hint={m.regionHint()}
        maxLength={CHAPTER_LIMITS.region}
        optional
      />
      <TimeZoneField {...form.field('timeZone')} />
      {languages().length > 0 && (
        <SelectField {...form.field('language')} label={m.language()} options={languages()} />
      )}
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
      <SelectField
        {...form.field('state')}
        label={m.state()}
        hint={m.stateHint()}
        options={states(chapter?.state ?? 'forming')}
      />
      <div className={patterns.actions}>
        <Button type="submit" busy={form.busy && words.saving()}>
          {words.save()}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {words.cancel()}
        </Button>
      </div>
    </form>
  )
}

const languages = () =>
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
