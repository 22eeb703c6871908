import { useState } from 'react'

import * as m from '#shared/chapters/messages.ts'
import type { ChapterMembershipKind } from '#shared/chapters/rules.ts'
import type { Chapter } from '#shared/chapters/schema.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Stack } from '#client/ui/Stack.tsx'
import patterns from '#client/ui/styles/patterns.module.css'
import { ConfirmDialog } from '#client/ui/overlays/ConfirmDialog.tsx'

import { joinChapter, leaveChapter, undoMove, useChaptersChanged } from './queries.ts'

type Command = ChapterMembershipKind | 'leave' | 'undo'

const run = (slug: string, command: Command): Promise<unknown> => {
  if (command === 'leave') return leaveChapter(slug)
  if (command === 'undo') return undoMove(slug)
  return joinChapter(slug, command)
}

/** The viewer's membership, and what can be done about it. */
export function Membership({ chapter }: { chapter: Chapter }) {
  const { slug, name, own, home, joinRule } = chapter
  const [asked, setAsked] = useState<'home' | 'leave'>()
  const onSuccess = useChaptersChanged()
  const command = useCommand<unknown, Command>({
    command: (wanted) => run(slug, wanted),
    onSuccess,
    done: (_, wanted) => m.commandDone({ command: wanted, name, rule: own?.isInvited ? 'open' : joinRule }),
  })
  const isIn = own?.state === 'active' || own?.state === 'pending'
  const isClosed = chapter.state === 'closed'
  const mayJoin = !isClosed && (joinRule !== 'invited' || isIn)
  // A home elsewhere ends with this one, which is worth a question.
  const takeHome = () => (home ? setAsked('home') : command.run('home'))
  return (
    <Card>
      <Stack gap={3}>
        <p>{isIn ? m.ownSentence({ ...own, invited: own.isInvited ? 'yes' : 'no' }) : joinText(chapter)}</p>
        <div className={patterns.actions}>
          {mayJoin && own?.kind !== 'home' && <JoinButton chapter={chapter} onPress={takeHome} />}
          {mayJoin && (!isIn || own.isInvited) && (
            <Button variant="secondary" onClick={() => command.run('guest')}>
              {m.joinAsGuest({ rule: own?.isInvited ? 'open' : joinRule })}
            </Button>
          )}
          {own?.undoUntil && (
            <Button variant="secondary" onClick={() => command.run('undo')}>
              {m.undoMove()}
            </Button>
          )}
          {isIn && (
            <Button
              variant="quiet"
              onClick={() => (own.state === 'active' ? setAsked('leave') : command.run('leave'))}
            >
              {m.leaveButton({ state: own.isInvited ? 'invited' : own.state })}
            </Button>
          )}
        </div>
      </Stack>
      <ConfirmDialog
        open={asked !== undefined}
        title={asked === 'home' ? m.moveTitle({ name }) : m.leaveTitle({ name })}
        confirm={asked === 'home' ? m.moveButton() : m.leaveButton({ state: 'active' })}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined)
          if (asked) command.run(asked)
        }}
      >
        <p>{asked === 'home' ? m.moveText({ name, home: home?.name ?? '' }) : m.leaveText()}</p>
      </ConfirmDialog>
    </Card>
  )
}

function JoinButton({ chapter: { own, joinRule }, onPress }: { chapter: Chapter; onPress: () => void }) {
  const isGuest = own?.state === 'active' || (own?.state === 'pending' && !own.isInvited)
  return (
    <Button variant={isGuest ? 'secondary' : 'primary'} onClick={onPress}>
      {isGuest ? m.makeHome() : m.joinButton({ rule: own?.isInvited ? 'open' : joinRule })}
    </Button>
  )
}

function joinText({ state, joinRule }: Chapter) {
  return state === 'closed' ? m.joinClosed() : m.joinRuleText({ rule: joinRule })
}
