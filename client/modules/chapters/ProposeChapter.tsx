import { useSuspenseQuery } from '@tanstack/react-query'

import * as m from '#shared/chapters/messages.ts'
import type { ChapterProposalEdit, OwnChapterProposal } from '#shared/chapters/proposals.ts'
import { CHAPTER_LIMITS, chapterPlace } from '#shared/chapters/rules.ts'
import { chaptersPath } from '#shared/lib/paths/chapters.ts'
import type { FieldErrors } from '#client/lib/explain-problem.ts'
import { useToast } from '#client/lib/toast.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { DateOf } from '#client/modules/people/members/Time.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Submit } from '#client/ui/form/Submit.tsx'
import { TextField } from '#client/ui/form/TextField.tsx'
import { useForm } from '#client/ui/form/use-form.ts'
import { Notice } from '#client/ui/Notice.tsx'
import { PageHeader } from '#client/ui/page/PageHeader.tsx'
import { ScreenTitle } from '#client/ui/page/ScreenTitle.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'

import { wrongName } from './checks.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { ownProposal, proposeChapter, useChaptersChanged, withdrawProposal } from './queries.ts'

type Proposal = NonNullable<OwnChapterProposal['proposal']>

/** A member proposes a chapter, and sees what became of it. */
export function ProposeChapter() {
  const {
    data: { proposal },
  } = useSuspenseQuery(ownProposal)
  return (
    <>
      <ScreenTitle>{m.propose()}</ScreenTitle>
      <PageHeader
        back={{ to: chaptersPath, label: m.chapters() }}
        title={m.propose()}
        lead={proposal?.state !== 'open' && m.proposeLead()}
      />
      {proposal?.state === 'open' ? <Open proposal={proposal} /> : <Form before={proposal} />}
    </>
  )
}

function Open({ proposal }: { proposal: Proposal }) {
  const place = chapterPlace(proposal)
  const withdraw = useCommand({
    command: withdrawProposal,
    onSettled: useChaptersChanged(),
    done: m.proposalWithdrawn(),
  })
  return (
    <Card title={proposal.name}>
      <Stack gap={3}>
        {place && <p className={patterns.muted}>{place}</p>}
        <p className={patterns.asTyped}>{proposal.reason}</p>
        <p>{rich(m.proposalOpen({ date: <DateOf at={proposal.since} /> }))}</p>
        <div className={patterns.actions}>
          <Button variant="secondary" onClick={() => withdraw.run()}>
            {m.proposalWithdraw()}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

const check = ({ name, reason }: ChapterProposalEdit): FieldErrors => ({
  ...wrongName(name),
  ...(reason.trim() ? {} : { reason: m.proposalReasonRule() }),
})

/** @param before the declined one */
function Form({ before }: { before: Proposal | undefined }) {
  const {
    name = '',
    place = '',
    region = '',
    timeZone = Temporal.Now.timeZoneId(),
    reason = '',
  } = before ?? {}
  const changed = useChaptersChanged()
  const toast = useToast()
  const form = useForm<ChapterProposalEdit>({
    initial: { name, place, region, timeZone, reason },
    draft: 'propose-chapter',
    check,
    async submit(edit) {
      await proposeChapter(edit)
      toast(m.proposalSent(), { tone: 'success' })
      await changed()
    },
  })
  return (
    <form {...form.props} className={patterns.column}>
      {before && (
        <Notice tone="info" title={m.proposalDeclined()}>
          <p className={patterns.asTyped}>{before.note}</p>
          <p>{m.proposalAgain()}</p>
        </Notice>
      )}
      <TextField {...form.field('name')} label={m.name()} maxLength={CHAPTER_LIMITS.name.max} />
      <PlaceFields form={form} />
      <TextField
        {...form.field('reason')}
        label={m.proposalReason()}
        hint={m.proposalReasonHint()}
        multiline
        rows={4}
        maxLength={CHAPTER_LIMITS.reason}
      />
      <Submit form={form} label={m.proposalSend()} />
    </form>
  )
}
