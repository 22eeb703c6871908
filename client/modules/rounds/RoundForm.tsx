import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import { roundPath, roundsPath } from '#shared/lib/paths/rounds.ts'
import * as m from '#shared/rounds/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { Round } from '#shared/rounds/schema.ts'
import {
  NEWCOMER_FOR,
  ROUND_AUDIENCES,
  ROUND_LIMITS,
  ROUND_SIZES,
  type RoundAudience,
} from '#shared/rounds/rules.ts'
import { RestoredNotice } from '#client/lib/edits/Unsaved.tsx'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { request } from '#client/lib/request.ts'
import { readSettings } from '#client/lib/settings.ts'
import { MomentField } from '#client/lib/time/MomentField.tsx'
import { readMoment, type WallClock } from '#client/lib/time/wall-clock.ts'
import { useToast } from '#client/lib/toast.ts'
import { useViewerZone } from '#client/modules/people/members/use-viewer-zone.ts'
import { CheckboxField } from '#client/ui/form/CheckboxField.tsx'
import { RadioCards } from '#client/ui/form/RadioCards.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useNewDraft } from '#client/ui/form/use-new-draft.ts'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { Submit } from '#client/ui/form/Submit.tsx'
import { useCan } from '#client/lib/auth/use-can.ts'

import { useRoundsChanged } from './queries.ts'

const ChapterField = lazyPart(() => import('./chapters/ChapterField.tsx'), 'ChapterField')

interface Draft {
  title: string
  audience: RoundAudience
  chapter: string
  size: '2' | '3'
  optInUntil: WallClock
  monthly: boolean
}

const NEW: Draft = {
  title: '',
  audience: 'everyone',
  chapter: '',
  size: '2',
  optInUntil: { date: '', time: '18:00' },
  monthly: false,
}

function errorsOf({ title, audience, chapter, optInUntil }: Draft, timeZone: string) {
  const deadline = readMoment(optInUntil, timeZone)
  return {
    title:
      title.trim().length < ROUND_LIMITS.title.min ? m.titleRule({ min: ROUND_LIMITS.title.min }) : undefined,
    chapter: audience === 'chapter' && chapter === '' ? m.chapterRule() : undefined,
    optInUntil: 'error' in deadline ? deadline.error : undefined,
  }
}

/** Opens a round. */
export function RoundForm() {
  const timeZone = useViewerZone()
  const isOrganiser = useCan('organise')
  const changed = useRoundsChanged()
  const navigate = useNavigate()
  const toast = useToast()
  const { form, isRestored, discard } = useNewDraft<Draft, Round>({
    initial: isOrganiser ? NEW : { ...NEW, audience: 'chapter' },
    draft: 'round',
    leaves: true,
    check: (draft) => errorsOf(draft, timeZone),
    create({ chapter, optInUntil, size, audience, ...draft }, idempotencyKey) {
      const deadline = readMoment(optInUntil, timeZone)
      const body = {
        ...draft,
        audience,
        size: size === '2' ? 2 : 3,
        chapter: audience === 'chapter' ? chapter : undefined,
        optInUntil: 'instant' in deadline ? deadline.instant : '',
      } as const
      return request('POST /api/organiser/rounds', { idempotencyKey, body })
    },
    async onCreated({ id }) {
      await changed()
      toast(m.opened(), { tone: 'success' })
      await navigate(roundPath(id), { replace: true })
    },
  })
  return (
    <>
      <ScreenTitle>{m.open()}</ScreenTitle>
      <PageHeader back={{ to: roundsPath, label: m.backToRounds() }} title={m.open()} />
      <form {...form.props} className={patterns.column}>
        {isRestored && <RestoredNotice fields={[]} onDiscard={discard} />}
        <TextField
          {...form.field('title')}
          label={m.title()}
          hint={m.titleHint()}
          maxLength={ROUND_LIMITS.title.max}
        />
        {isOrganiser && <RadioCards {...form.field('audience')} label={m.audience()} options={audiences()} />}
        {form.values.audience === 'chapter' && (
          <Suspense>
            <ChapterField {...form.field('chapter')} action={isOrganiser ? 'see' : 'openRounds'} />
          </Suspense>
        )}
        <RadioCards {...form.field('size')} label={m.size()} options={sizes()} />
        <MomentField
          {...form.field('optInUntil')}
          labels={{ date: m.deadline(), time: m.deadlineTime() }}
          timeZone={timeZone}
        />
        <CheckboxField
          label={m.monthly()}
          checked={form.values.monthly}
          onChange={form.field('monthly').onChange}
        />
        <Submit form={form} label={m.open()}>
          <LinkButton variant="secondary" to={roundsPath}>
            {words.cancel()}
          </LinkButton>
        </Submit>
      </form>
    </>
  )
}

const audiences = () =>
  ROUND_AUDIENCES.filter((audience) => audience !== 'chapter' || readSettings().COMMUNITY?.chapters).map(
    (audience) => ({
      value: audience,
      label: m.audienceName({ audience }),
      hint: m.audienceHint({ audience, days: NEWCOMER_FOR / DAY }),
    }),
  )

const sizes = () =>
  ROUND_SIZES.map((size) => ({
    value: `${size}` as const,
    label: m.sizeName({ size }),
    hint: m.sizeHint({ size }),
  }))
