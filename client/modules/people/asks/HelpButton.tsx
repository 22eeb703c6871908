import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import * as words from '#shared/lib/messages.ts'
import * as m from '#shared/people/messages.ts'
import { meetingPath, newMeetingPath } from '#shared/lib/paths/meetings.ts'
import type { OpenAsk } from '#shared/people/asks.ts'
import { explainProblem } from '#client/lib/explain-problem.ts'
import { lazyPart } from '#client/lib/lazy-part.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import styles from '#client/modules/people/introductions/introductions.module.css'
import { Button } from '#client/ui/Button.tsx'
import { LinkButton } from '#client/ui/LinkButton.tsx'
import { Notice } from '#client/ui/Notice.tsx'
import { Dialog } from '#client/ui/overlays/Dialog.tsx'
import { rich } from '#client/ui/rich.tsx'
import { Spinner } from '#client/ui/Spinner.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { hidden } from '#client/ui/VisuallyHidden.tsx'

const IntroduceForm = lazyPart(
  () => import('#client/modules/people/introductions/IntroduceForm.tsx'),
  'IntroduceForm',
)

/** Helps with an ask: by a meeting, or for a connection also by an introduction. */
export function HelpButton({ ask, isConnected }: { ask: OpenAsk; isConnected: boolean }) {
  const { member, text } = ask
  const [step, setStep] = useState<'closed' | 'choice' | 'introduction'>('closed')
  const close = () => setStep('closed')
  const title = step === 'introduction' ? m.introduceTitle : m.askHelpTitle
  const lead = isConnected ? m.askHelpLead : m.askHelpStranger
  return (
    <>
      <Button variant="secondary" onClick={() => setStep('choice')}>
        <span>{rich(m.askHelp({ name: member.displayName, hidden }))}</span>
      </Button>
      <Dialog open={step !== 'closed'} onClose={close} title={title({ name: member.displayName })}>
        <div className={styles.question}>
          {step === 'introduction' ? (
            <Suspense fallback={<Spinner />}>
              <IntroduceForm member={member} ask={ask} onClose={close} />
            </Suspense>
          ) : (
            <>
              <blockquote className={patterns.quote}>{text}</blockquote>
              <p>{lead({ name: member.displayName })}</p>
              {isConnected ? (
                <div className={patterns.actions}>
                  <LinkButton
                    to={newMeetingPath({ people: [member.id], source: { kind: 'ask', id: ask.id } })}
                  >
                    {m.planMeeting()}
                  </LinkButton>
                  <Button variant="secondary" onClick={() => setStep('introduction')}>
                    {m.askHelpIntroduce()}
                  </Button>
                </div>
              ) : (
                <Propose askId={ask.id} />
              )}
            </>
          )}
        </div>
      </Dialog>
    </>
  )
}

function Propose({ askId }: { askId: string }) {
  const navigate = useNavigate()
  const { run, isPending, error } = useCommand({
    command: () => request('POST /api/asks/:askId/help', { params: { askId } }),
    done: m.askHelpProposed,
    onSuccess: ({ id }) => navigate(meetingPath(id)),
    showsError: true,
  })
  return (
    <>
      {error && <Notice tone="danger">{explainProblem(error).message}</Notice>}
      <div className={patterns.actions}>
        <Button busy={isPending && words.sending()} onClick={() => run()}>
          {m.askHelpPropose()}
        </Button>
      </div>
    </>
  )
}
